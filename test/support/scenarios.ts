import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Action } from '../../src/domain/action';

/** A worked hand with its right result; test/scenarios/README.md says what each field means. */
export interface Scenario {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly story: string;
  readonly game: string;
  readonly settings?: object;
  readonly boxes: readonly { box: number; stake: number; sideBets?: Record<string, number> }[];
  readonly cards: readonly string[];
  readonly actions: readonly Action[];
  readonly refused?: readonly { after: number; action: Action; status: number; code: string }[];
  readonly shows?: readonly {
    after: number;
    status: string;
    dealer: string[];
    hands: Record<string, string[]>;
  }[];
  readonly expect: ScenarioResult;
}

export interface ScenarioResult {
  readonly dealer: readonly string[];
  readonly hands: readonly object[];
  readonly sideBets: readonly object[];
  readonly insurance: object | null;
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
}

const FOLDER = join(__dirname, '..', 'scenarios');

export const SCENARIOS: readonly Scenario[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Scenario[]);

interface ShownHand {
  id: string;
  cards: readonly string[];
  stake: number;
  outcome: string | null;
  returned: number | null;
  insurance: object | null;
}

interface ShownRound {
  dealer: { cards: readonly string[] };
  boxes: readonly { box: number; hands: readonly ShownHand[]; sideBets: readonly object[] }[];
  insurance: object | null;
  staked: number;
  returned: number;
  net: number;
}

/** A settled round in the form in which scenarios write down the result. */
export function resultOf(round: ShownRound): ScenarioResult {
  return {
    dealer: round.dealer.cards,
    hands: round.boxes.flatMap(({ hands }) =>
      hands.map(({ id, cards, stake, outcome, returned, insurance }) => {
        return { id, cards, stake, outcome, returned, ...(insurance === null ? {} : { insurance }) };
      }),
    ),
    sideBets: round.boxes.flatMap(({ box, sideBets }) => sideBets.map((bet) => ({ box, ...bet }))),
    insurance: round.insurance,
    staked: round.staked,
    returned: round.returned,
    net: round.net,
  };
}
