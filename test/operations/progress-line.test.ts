import { ProgressLine } from '../../src/operations/progress-line';

function shownOn(isTTY?: true): string {
  const written: string[] = [];
  const terminal = { write: (text: string) => written.push(text), ...(isTTY === undefined ? {} : { isTTY }) };
  const line = new ProgressLine(terminal);
  line.show('1 of 2');
  line.show('2 of 2');
  line.end();
  return written.join('');
}

test('a terminal is shown how far it is, on one line', () => {
  expect(shownOn(true)).toBe('\r1 of 2 \r2 of 2 \n');
});

test('a file is not filled with it', () => {
  expect(shownOn()).toBe('');
});
