import type { Action } from '../../src/domain/action';
import type { Bets } from '../../src/domain/bets';
import { deal } from '../../src/domain/deal';
import { RecordingJournal } from '../../src/domain/journal';
import type { AcceptedInsurance } from '../../src/domain/offers';
import type { Round } from '../../src/domain/round';
import type { RuleSet } from '../../src/domain/rule-set';
import type { CardSource } from '../../src/domain/shoe';
import { CardRecorder, carryOut, type Decision } from '../../src/domain/step';
import type { DecidedBy } from '../../src/domain/table/at-table';
import type { TableLimits } from '../../src/domain/table-limits';
import type { StepToAssess } from '../../src/returns/assess-choices';

/** How everybody plays who is in the round of a table. */
export interface TablePlay {
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  readonly bets: Bets;
  /** What the holder of the hand in turn does, and who follows him. */
  readonly choose: (round: Round) => Action;
  /** Who insures what; nobody unless told. */
  readonly insure?: (round: Round) => readonly AcceptedInsurance[];
}

export interface PlayedTableRound {
  readonly round: Round;
  readonly steps: readonly StepToAssess[];
  readonly journal: RecordingJournal;
}

/** Plays the round of a table to its end, with its steps as the record keeps them. */
export function playTableRound(
  { ruleSet, limits, bets, choose, insure = () => [] }: TablePlay,
  cards: CardSource,
): PlayedTableRound {
  const journal = new RecordingJournal();
  const dealt = new CardRecorder(cards);
  const round = deal(ruleSet, limits, bets, dealt, journal);
  const steps: StepToAssess[] = [{ type: 'deal', bets, cards: dealt.texts, by: 'table' }];
  const decide = (decision: Exclude<Decision, { type: 'deal' }>, by: DecidedBy): void => {
    const drawn = new CardRecorder(cards);
    carryOut({ round, cards: drawn, journal }, decision);
    steps.push({ ...decision, cards: drawn.texts, by });
  };
  while (round.status !== 'settled') {
    if (round.status === 'insurance') decide({ type: 'insurances', accepted: insure(round) }, 'table');
    else {
      const { bettor } = round.boxes[round.turnBox];
      decide({ type: 'action', bettor, action: choose(round) }, 'player');
    }
  }
  return { round, steps, journal };
}
