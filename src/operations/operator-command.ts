import { parseArgs } from 'node:util';
import type { OperatorSettings } from '../application/operators/operators';
import { type Scope, SCOPES } from '../application/request';
import { printableAscii } from '../application/text-forms';
import { SUSPENSION_USAGE, type SuspensionCommand, suspensionCommandOf } from './suspension-command';

const LABEL = printableAscii(64);

/** What the command line asked for. */
export type OperatorCommand =
  | SuspensionCommand
  | { readonly type: 'list' }
  | { readonly type: 'create'; readonly name: string; readonly settings: OperatorSettings }
  | { readonly type: 'set'; readonly name: string; readonly settings: OperatorSettings }
  | {
      readonly type: 'key create';
      readonly name: string;
      readonly label: string;
      readonly scopes: readonly Scope[];
    }
  | { readonly type: 'key list'; readonly name: string }
  | { readonly type: 'key revoke'; readonly keyId: string };

export const USAGE = `Usage: npm run operator -- COMMAND

  create NAME [SETTINGS]     makes an operator
  set NAME [SETTINGS]        changes the settings that are given
  list                       lists the operators
  key create NAME --label LABEL --scopes SCOPE,…
                             makes an API key and prints it, once
  key list NAME              lists the keys of an operator
  key revoke KEY_ID          revokes a key at once
${SUSPENSION_USAGE}
Settings:
  --requires-signature, --no-requires-signature
                             whether requests with the operator's keys must be signed (default: no)
  --max-return PERCENT       the highest theoretical return of a real-money game (default: 100.5)
  --accept-player-edge GAME  a game that is accepted although it returns more, in each version that it
                             will have; can be repeated, and replaces the games that were accepted
                             before; "" accepts none. Sessions that are open go on: to end them as
                             well, suspend the game
  --min-round-interval SECONDS
                             the least time between two deals of a player in a game, such as 5 or 2.5,
                             600 at most (default: 0, none)
  --reminder-interval SECONDS
                             after how long a player is reminded of time and result, 60 to 86400
                             (default: 0, never)

Scopes: ${SCOPES.join(', ')}
`;

/** The command line could not be understood, or asked for something impossible. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** @throws CommandError that says what is wrong with the arguments. */
export function parseOperatorCommand(args: readonly string[]): OperatorCommand {
  const { values, positionals } = parse(args);
  const words = ['key', 'suspend'].includes(positionals[0]) ? 2 : 1;
  const command = positionals.slice(0, words).join(' ');
  const subject = positionals.at(words);
  if (positionals.length > words + 1) throw new CommandError('There are too many arguments.');
  const suspension = suspensionCommandOf(command, subject, values);
  if (suspension !== null) {
    if ('fault' in suspension) throw new CommandError(suspension.fault);
    return suspension;
  }
  switch (command) {
    case 'list':
      return { type: 'list' };
    case 'create':
    case 'set':
      return { type: command, name: nameOf(subject), settings: settingsOf(values) };
    case 'key create':
      return {
        type: command,
        name: nameOf(subject),
        label: labelOf(values.label),
        scopes: scopesOf(values.scopes),
      };
    case 'key list':
      return { type: command, name: nameOf(subject) };
    case 'key revoke':
      return { type: command, keyId: keyIdOf(subject) };
    default:
      throw new CommandError('There is no such command.');
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'requires-signature': { type: 'boolean' },
        'no-requires-signature': { type: 'boolean' },
        'max-return': { type: 'string' },
        'accept-player-edge': { type: 'string', multiple: true },
        'min-round-interval': { type: 'string' },
        'reminder-interval': { type: 'string' },
        operator: { type: 'string' },
        reason: { type: 'string' },
        note: { type: 'string' },
        past: { type: 'boolean' },
        label: { type: 'string' },
        scopes: { type: 'string' },
      },
    });
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

type Values = ReturnType<typeof parse>['values'];

function settingsOf(values: Values): OperatorSettings {
  const yes = values['requires-signature'] ?? false;
  const no = values['no-requires-signature'] ?? false;
  if (yes && no)
    throw new CommandError('--requires-signature and --no-requires-signature exclude each other.');
  const games = values['accept-player-edge'];
  const maxReturn = values['max-return'];
  const interval = values['min-round-interval'];
  const reminder = values['reminder-interval'];
  return {
    ...(yes || no ? { requiresSignature: yes } : {}),
    ...(maxReturn === undefined ? {} : { maxReturnPpm: ppmOf(maxReturn) }),
    ...(games === undefined ? {} : { playerEdgeGames: playerEdgeGamesOf(games) }),
    ...(interval === undefined ? {} : { minRoundIntervalMs: intervalMsOf(interval) }),
    ...(reminder === undefined ? {} : { reminderSeconds: reminderSecondsOf(reminder) }),
  };
}

/** Whether there are such games is looked up where the command is carried out. One empty name stands for none. */
function playerEdgeGamesOf(given: readonly string[]): string[] {
  if (given.length === 1 && given[0] === '') return [];
  if (!given.includes('')) return [...new Set(given)];
  throw new CommandError('--accept-player-edge must name a game, or be "" alone to accept none.');
}

/** Per cent with up to four decimals, as whole millionths: no float comes near the limit of a return. */
function ppmOf(percent: string): number {
  const [whole = '', decimals = ''] = percent.split('.');
  const ppm = Number(`${whole}${decimals.padEnd(4, '0')}`);
  if (/^\d{1,3}(\.\d{1,4})?$/.test(percent) && ppm > 0) return ppm;
  throw new CommandError('--max-return must be per cent with up to four decimals, such as 100.5.');
}

function intervalMsOf(text: string): number {
  const [whole = '', decimals = ''] = text.split('.');
  const ms = Number(`${whole}${decimals.padEnd(3, '0')}`);
  if (/^\d{1,3}(\.\d{1,3})?$/.test(text) && ms <= 600_000) return ms;
  throw new CommandError('--min-round-interval must be seconds, 0 to 600, with up to three decimals.');
}

/** Null for none. */
function reminderSecondsOf(text: string): number | null {
  const seconds = Number(text);
  if (/^\d{1,5}$/.test(text) && seconds === 0) return null;
  if (/^\d{1,5}$/.test(text) && seconds >= 60 && seconds <= 86_400) return seconds;
  throw new CommandError('--reminder-interval must be whole seconds, 60 to 86400, or 0 for none.');
}

function nameOf(text: string | undefined): string {
  if (text !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text)) return text;
  throw new CommandError('NAME must be 1 to 64 letters, digits, dots, underscores or hyphens.');
}

function keyIdOf(text: string | undefined): string {
  if (text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new CommandError('KEY_ID must be the id of a key, as "key list" shows it; not the key itself.');
}

function labelOf(text: string | undefined): string {
  if (text !== undefined && LABEL.test(text)) return text;
  throw new CommandError('--label must say what the key is for, in 1 to 64 characters.');
}

function scopesOf(text: string | undefined): Scope[] {
  const given = (text ?? '').split(',').map((scope) => scope.trim());
  const unknown = given.filter((scope) => !SCOPES.some((known) => known === scope));
  if (unknown.length > 0) throw new CommandError(`--scopes must be some of ${SCOPES.join(',')}.`);
  return SCOPES.filter((scope) => given.includes(scope));
}
