/** A reason not to start that the operator can mend; its message is all that he needs to read. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
