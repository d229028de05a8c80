import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { Check, Verdict } from './check';
import type { Noted } from './check-noted';
import { printable } from './printable';
import { readKeys, readVerifiable, type Verifiable } from './read-file';

/** As whoever reads it has called this program: in a checkout, or the file alone. */
const CALLED =
  process.env['npm_lifecycle_event'] === 'verify' ? 'npm run verify --' : `node ${basename(process.argv[1])}`;

const USAGE = `Usage: ${CALLED} proof.json|record.json [what you noted before the bet] [--keys jwks.json]

  --commitment HEX    of the server seed, from GET /v1/sessions/{id}/fairness or the table
  --client-seed TEXT  your word; at a table the salt of the shoe
  --nonce N           of a fresh shoe
  --start N           cards dealt from a kept shoe before the round
  --keys FILE         the key set of the server, to check the signature of a record
`;

const SIGNS: Readonly<Record<Verdict, string>> = {
  ok: 'ok    ',
  wrong: 'WRONG ',
  open: 'OPEN  ',
  chosen: 'CHOSEN',
};

/** The program was not called as it has to be. */
class UsageFault extends SyntaxError {}

/** Everything is proved; something contradicts; it could not be read; nothing contradicts, but not all is proved. */
const CODES = { proved: 0, wrong: 1, unreadable: 2, open: 3 } as const;

function main(args: readonly string[]): number {
  try {
    const { file, keyFile, noted } = asked(args);
    const verifiable = readVerifiable(file);
    const { kind, roundId } = verifiable;
    const checks = verifiable.verify(keyFile === undefined ? null : readKeys(keyFile), noted);
    say(`The ${kind} of round ${roundId}`);
    for (const { what, verdict, detail } of checks) say(`${what}: ${detail}`, SIGNS[verdict]);
    return verdictOn(verifiable, checks);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${printable(`It cannot be verified: ${why}`)}\n`);
    if (error instanceof UsageFault) process.stderr.write(USAGE);
    return CODES.unreadable;
  }
}

function verdictOn({ kind, roundId, isCancelled }: Verifiable, checks: readonly Check[]): number {
  const has = (verdict: Verdict): boolean => checks.some((check) => check.verdict === verdict);
  if (has('wrong')) {
    say(`The ${kind} does not hold: see WRONG.`);
    return CODES.wrong;
  }
  if (!has('open') && !has('chosen')) {
    const end = isCancelled
      ? 'dealt as it had to be, and cancelled: every stake came back'
      : 'dealt and paid as it had to be';
    say(`Round ${roundId} was ${end}.`);
    return CODES.proved;
  }
  say(`Nothing contradicts it, but not all of it is proved: see ${has('open') ? 'OPEN' : 'CHOSEN'}.`);
  return CODES.open;
}

/** @throws when the arguments are not those of this program. */
function asked(args: readonly string[]): { file: string; keyFile: string | undefined; noted: Noted } {
  const text = { type: 'string' } as const;
  const { values, positionals } = parsed(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { commitment: text, 'client-seed': text, nonce: text, start: text, keys: text },
    }),
  );
  if (positionals.length !== 1) throw new UsageFault('name one file, a proof or a record');
  const noted: Noted = {
    ...(values.commitment === undefined ? {} : { commitment: values.commitment.toLowerCase() }),
    ...(values['client-seed'] === undefined ? {} : { clientSeed: values['client-seed'] }),
    ...(values.nonce === undefined ? {} : { nonce: count(values.nonce, '--nonce') }),
    ...(values.start === undefined ? {} : { start: count(values.start, '--start') }),
  };
  return { file: positionals[0], keyFile: values.keys, noted };
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function count(text: string, flag: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageFault(`${flag} is a whole number, not ${text}`);
  return Number(text);
}

/** Everything that is said goes through here: what a file says could else pass for a line of the verdict. */
function say(text: string, sign: string | null = null): void {
  process.stdout.write(`${sign === null ? '' : `${sign} `}${printable(text)}\n`);
}

process.exitCode = main(process.argv.slice(2));
