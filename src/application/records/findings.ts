/** Something that is not as it was sealed. */
export interface Finding {
  readonly operatorId: string | null;
  /** The seal under which it lies, or should lie. */
  readonly sealNo: number | null;
  readonly table: string;
  /** The row's key in the words of its table. */
  readonly key: string;
  readonly what: string;
}

/** One line for people, with the operator's name where he has one. */
export function describeFinding(
  { operatorId, sealNo, table, key, what }: Finding,
  names: ReadonlyMap<string, string>,
): string {
  const operator = operatorId === null ? 'no operator' : `operator ${names.get(operatorId) ?? operatorId}`;
  return `${operator}${sealNo === null ? '' : `, seal ${sealNo}`}: ${table} ${key} ${what}`;
}
