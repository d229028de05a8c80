export type Cell = string | number | boolean | null;

/** One column of a table: its name in the header line, and what it says of an item. */
export interface Column<Item> {
  readonly name: string;
  readonly of: (item: Item) => Cell;
}

type CellField<Item> = { [Name in keyof Item]: Item[Name] extends Cell ? Name & string : never }[keyof Item];

/** Columns that say fields of the item as they are, under the names of the fields. */
export function fields<Item>(...names: CellField<Item>[]): Column<Item>[] {
  return names.map((name) => ({ name, of: (item) => item[name] as Cell }));
}

const LINE_END = '\r\n';

/** The header line by RFC 4180. */
export function csvHeader<Item>(columns: readonly Column<Item>[]): string {
  return columns.map(({ name }) => cellText(name)).join(',') + LINE_END;
}

/** A line for each item by RFC 4180. */
export function csvLines<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string {
  return items.map((item) => columns.map(({ of }) => cellText(of(item))).join(',') + LINE_END).join('');
}

/** Numbers stay numbers, a minus included; null is an empty cell. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = disarmed(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run a text that begins like a formula, and ids are chosen outside: the apostrophe makes it text. */
function disarmed(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
