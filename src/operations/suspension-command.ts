import { FREE_TEXT, REASON_CODE } from '../application/text-forms';
import type { SuspensionScope } from '../persistence/entities/compliance';

/** What the owner of the installation suspends, lifts or lists. */
export type SuspensionCommand =
  | {
      readonly type: 'suspend';
      readonly scope: SuspensionScope;
      /** The thing's own id; an operator by his name; null for everything. */
      readonly subject: string | null;
      /** The name of the operator whose thing it is; null for a game of all operators. */
      readonly operator: string | null;
      readonly reason: string;
      readonly note: string | null;
    }
  | {
      readonly type: 'lift';
      readonly suspensionId: string;
      readonly reason: string;
      readonly note: string | null;
    }
  | { readonly type: 'suspensions'; readonly past: boolean };

export const SUSPENSION_USAGE = `  suspend everything WHY     deals no new rounds; those that are open are finished
  suspend operator NAME WHY
  suspend game GAME [--operator NAME] WHY
                             for all operators unless one is named
  suspend table TABLE_ID --operator NAME WHY
  suspend player PLAYER_ID --operator NAME WHY
  suspensions [--past]       lists what is suspended, or everything that ever was
  lift SUSPENSION_ID WHY     ends a suspension, whoever issued it

Why: --reason CODE [--note TEXT]; operators read the code, the note is your own
`;

/** The options of these commands as the command line gave them. */
export interface SuspensionValues {
  readonly operator?: string;
  readonly reason?: string;
  readonly note?: string;
  readonly past?: boolean;
}

const OPERATOR_OF: Readonly<Record<SuspensionScope, 'never' | 'may' | 'must'>> = {
  everything: 'never',
  operator: 'never',
  game: 'may',
  table: 'must',
  player: 'must',
};

/** The command that these words mean; null when they are none of ours, or what is wrong with them. */
export function suspensionCommandOf(
  command: string,
  subject: string | undefined,
  values: SuspensionValues,
): SuspensionCommand | { readonly fault: string } | null {
  const [verb, scope] = command.split(' ');
  if (verb === 'suspensions') return { type: 'suspensions', past: values.past ?? false };
  if (verb !== 'suspend' && verb !== 'lift') return null;
  const { reason, note = null, operator = null } = values;
  if (reason === undefined || !REASON_CODE.test(reason)) {
    return { fault: '--reason must be a code of 1 to 128 printable ASCII characters.' };
  }
  if (note !== null && (note.length > 2000 || !FREE_TEXT.test(note))) {
    return { fault: '--note must be one line of 2000 characters at most, without control characters.' };
  }
  if (verb === 'lift') {
    if (!isUuid(subject)) return { fault: 'SUSPENSION_ID must be an id as "suspensions" shows it.' };
    return { type: 'lift', suspensionId: subject, reason, note };
  }
  if (!isScope(scope)) return { fault: `suspend what? One of ${Object.keys(OPERATOR_OF).join(', ')}.` };
  if ((subject === undefined) !== (scope === 'everything')) {
    return { fault: scope === 'everything' ? 'There are too many arguments.' : `Name the ${scope}.` };
  }
  const rule = OPERATOR_OF[scope];
  if (rule === 'must' && operator === null) return { fault: `--operator must say whose ${scope} it is.` };
  if (rule === 'never' && operator !== null) return { fault: `--operator is not for suspend ${scope}.` };
  // Ids of tables are UUIDs, which are the same in either case; all other names are taken as they are.
  const named = scope === 'table' ? subject?.toLowerCase() : subject;
  return { type: 'suspend', scope, subject: named ?? null, operator, reason, note };
}

function isScope(text: string | undefined): text is SuspensionScope {
  return text !== undefined && Object.hasOwn(OPERATOR_OF, text);
}

function isUuid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
