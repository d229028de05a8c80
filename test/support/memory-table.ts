import { present } from '../../src/domain/assert';
import { cardText } from '../../src/domain/card';
import type { HandBet } from '../../src/domain/hand';
import { findHand, handInTurn, type Round } from '../../src/domain/round';
import { type CardSource, ScriptedCards, Shoe } from '../../src/domain/shoe';
import type { Step } from '../../src/domain/step';
import type { AtTable, TableHappening, House, TableStep } from '../../src/domain/table/at-table';
import type { TableRefusal } from '../../src/domain/table/refusal';
import { openTable } from '../../src/domain/table/running';
import {
  emptySheet,
  type PhaseSeconds,
  type PlayerRef,
  type Sheet,
  type Table,
} from '../../src/domain/table/table';
import { tableViewOf, type TableView } from '../../src/domain/table/view';
import { cards, LIMITS, rules } from './hands';
import { seeded } from './random';
import { commandOf } from './table-commands';

export const DELUXE = rules('blackjack-deluxe');
export const SECONDS: PhaseSeconds = { betting: 20, insurance: 8, decision: 12, result: 5 };

/** A wallet at the table; `demo` may not sit. */
export interface Wallet {
  readonly balance: number;
  readonly demo?: boolean;
}

/** What a command made of the table; a refusal leaves all of it as it was. */
export type Outcome = Pick<
  AtTable,
  'table' | 'round' | 'sheets' | 'balances' | 'happened' | 'steps' | 'moves' | 'touched'
> & {
  readonly refusal: TableRefusal | null;
};

/**
 * A shared table in memory, with the wallets of those who bet at it: what the application does with a database. Every
 * command gets copies of everything, and they take the place of what was there.
 */
export class MemoryTable {
  table: Table;
  round: Round | null = null;
  sheets = new Map<PlayerRef, Sheet>();
  balances = new Map<PlayerRef, number>();
  now = 1_000_000;
  attended = true;
  /** Of the round that is played, and what the last command told. */
  steps: TableStep[] = [];
  happened: TableHappening[] = [];
  /** Each shoe that was opened, with all that was drawn from it. */
  readonly shoes: { readonly seed: number; readonly drawn: number[] }[] = [];
  private source: CardSource | null = null;
  private scripted: CardSource | null = null;
  private rounds = 0;

  constructor(
    private readonly seed = 1,
    readonly limits = LIMITS,
    seconds = SECONDS,
  ) {
    this.table = openTable(DELUXE, limits, seconds, this.house);
  }

  get house(): House {
    return {
      cards: () => {
        const { script } = this.table;
        if (script !== null) this.scripted = new ScriptedCards(cards(script.join(' ')), 8, seeded(0));
        return present(this.table.scripted || script !== null ? this.scripted : this.source, 'a shoe');
      },
      newShoe: () => {
        const seed = this.seed * 1000 + this.shoes.length;
        const drawn: number[] = [];
        const shoe = new Shoe(8, seeded(seed));
        this.shoes.push({ seed, drawn });
        this.source = {
          draw: () => {
            const card = shoe.draw();
            drawn.push(card);
            return card;
          },
        };
        return this.source;
      },
      newRoundId: () => `round-${++this.rounds}`,
      attended: this.attended,
    };
  }

  /** Gives a player a sheet and a wallet. */
  enters(player: PlayerRef, { balance, demo = false }: Wallet): void {
    this.sheets.set(player, emptySheet(player, !demo));
    this.balances.set(player, balance);
  }

  /** Copies for a command: nothing is changed before it is adopted. */
  copies(): AtTable {
    return {
      table: structuredClone(this.table),
      ruleSet: DELUXE,
      round: this.round && structuredClone(this.round),
      sheets: structuredClone(this.sheets),
      balances: new Map(this.balances),
      house: this.house,
      now: this.now,
      happened: [],
      steps: [],
      moves: [],
      touched: new Set(),
    };
  }

  run(command: (t: AtTable) => TableRefusal | null): Outcome {
    const t = this.copies();
    const refusal = command(t);
    const before = this.round;
    Object.assign(this, { table: t.table, round: t.round, sheets: t.sheets, balances: t.balances });
    this.happened = t.happened;
    if (before === null && t.steps.length > 0) this.steps = [];
    this.steps.push(...t.steps);
    return { ...t, refusal };
  }

  /** The steps of the round as a record keeps them. */
  get recorded(): Step[] {
    return this.steps.map(({ step }) => step);
  }

  /** Commands as text, separated by commas (see `commandOf`); throws when one is refused. */
  does(text: string): this {
    for (const line of text.split(',').map((part) => part.trim())) {
      const refusal = this.tries(line);
      if (refusal !== null) throw new Error(`${line}: ${JSON.stringify(refusal)}`);
    }
    return this;
  }

  /** One command, and why it was refused, or null. */
  tries(line: string): TableRefusal | null {
    const [wait, ms] = line.split(' ');
    if (wait === 'wait') {
      this.now += Number(ms);
      return null;
    }
    if (line === 'time') this.now = present(this.table.endsAt, `an end of ${this.table.phase}`);
    return this.run(commandOf(line)).refusal;
  }

  /** The next round deals these cards, in their order. */
  deals(text: string): this {
    this.table.script = text.split(' ');
    return this;
  }

  view(player: PlayerRef | null): TableView {
    return tableViewOf({ ...this.copies() }, player, (of) => `alias of ${of}`);
  }

  /** A bettor's bets: `seat 1 1000 placed`. */
  bets(player: PlayerRef): string[] {
    const { bets } = present(this.sheets.get(player), `a sheet of ${player}`);
    return bets.map(({ seat, kind, amount, state }) => `${kind} ${seat} ${amount} ${state}`);
  }

  /** Who sits where: `1 ann, 3 bob sits out`. */
  get seated(): string {
    return this.table.seats
      .filter(({ player }) => player !== null)
      .map(({ seat, player, sitsOut }) => `${seat} ${player}${sitsOut ? ' sits out' : ''}`)
      .join(', ');
  }

  /** A hand with all that lies on it: `Ts 9d acting ann 1000 bob 500`. */
  hand(id: string): string {
    const { hand } = present(this.round && findHand(this.round, id), `a hand ${id}`);
    const money = ({ bettor, stake, outcome }: HandBet): string =>
      `${this.playerOf(bettor)} ${stake}${outcome === null ? '' : ` ${outcome}`}`;
    return [...hand.cards.map(cardText), hand.state, ...hand.bets.map(money)].join(' ');
  }

  /** The hand in turn, or where the table rests. */
  get turn(): string {
    return (this.round && handInTurn(this.round)?.hand.id) ?? this.table.phase;
  }

  playerOf(bettor: number): PlayerRef {
    return present(
      [...this.sheets.values()].find((sheet) => sheet.bettor === bettor),
      'a sheet',
    ).player;
  }
}
