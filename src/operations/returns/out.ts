import { accessSync, closeSync, constants, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CommandError } from '../operator-command';

/**
 * Makes sure that a report can be written there, before hours are spent on it. What the file holds stays.
 *
 * @throws CommandError that says why it cannot.
 */
export function checkOut(file: string): void {
  asRefusal(() => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) {
      closeSync(openSync(file, 'wx'));
      rmSync(file);
      return;
    }
    if (found.isDirectory()) throw new Error(`${file} is a directory`);
    accessSync(file, constants.W_OK);
  });
}

/** @throws CommandError that says why it cannot. */
export function writeOut(file: string, report: string): void {
  asRefusal(() => writeFileSync(file, report));
}

function asRefusal(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new CommandError(`The report cannot be written: ${(error as Error).message}`);
  }
}
