import { isDeepStrictEqual } from 'node:util';

import { present } from '../../src/domain/assert';
import type { Round } from '../../src/domain/round';
import type { AtTable } from '../../src/domain/table/at-table';
import type { TableRefusal } from '../../src/domain/table/refusal';
import { type Phase, type PlayerRef, seatsOf, type Sheet } from '../../src/domain/table/table';
import { check } from './check';
import { LiveTable } from './live-table';
import type { MemoryTable, Outcome } from './memory-table';
import { isPlainJson } from './plain-json';
import { checkRound } from './round-audit';
import { ShoeAudit } from './shoe-audit';
import { checkView } from './view-audit';

/** A live table that looks at everything after every command, and throws when something is wrong. */
export class AuditedTable extends LiveTable {
  /** `betting>insurance`: those that were taken. */
  readonly transitions = new Set<string>();
  readonly counts = { rounds: 0, cancelled: 0, refused: 0, inPart: 0, replaced: 0, followed: 0, insured: 0 };
  private readonly texts = new Map<string, string>();
  private readonly opening = new Map<PlayerRef, number>();
  private shoe = new ShoeAudit();
  private commands = 0;

  override enters(...[player, wallet]: Parameters<MemoryTable['enters']>): void {
    super.enters(player, wallet);
    this.opening.set(player, wallet.balance);
    this.textsChanged();
  }

  override moves(player: PlayerRef, amount: number): void {
    super.moves(player, amount);
    this.opening.set(player, (this.opening.get(player) ?? 0) + amount);
  }

  override run(command: (t: AtTable) => TableRefusal | null): Outcome {
    const { phase } = this.table;
    const hadRound = this.round !== null;
    const shoes = this.shoes.length;
    if (this.texts.size === 0) this.textsChanged();
    const before = new Map(this.balances);
    const outcome = super.run(command);
    const everybody = outcome.refusal !== null || phase !== this.table.phase;
    this.checkChanges(outcome, this.textsChanged(everybody ? this.sheets.keys() : outcome.touched));
    this.checkMoves(outcome, before);
    this.checkBalances(hadRound);
    if (outcome.refusal === null) this.checkTable(outcome.touched);
    this.note(phase, outcome);
    if (this.shoes.length > shoes) {
      this.shoe.check(this.shoes[shoes - 1]);
      this.shoe = new ShoeAudit();
    }
    if (this.commands++ % 7 === 0) this.lookAsSomebody();
    if (outcome.steps.length > 0 && this.round?.status === 'settled') this.checkRound(this.round);
    return outcome;
  }

  /**
   * Which of the table, the round and these sheets have changed since they were looked at last; all are plain JSON. All
   * sheets are looked at after a refusal and a change of phase, those that were told of after every command.
   */
  private textsChanged(players: Iterable<PlayerRef> = this.sheets.keys()): Set<string> {
    const changes = new Set<string>();
    const look = (name: string, value: unknown): void => {
      const text = JSON.stringify(value);
      if (this.texts.get(name) === text) return;
      check(isPlainJson(value), `${name} is plain JSON: ${text}`);
      changes.add(name);
      this.texts.set(name, text);
    };
    look('the table', this.table);
    look('the round', this.round && { ...this.round, ruleSet: this.round.ruleSet.id });
    for (const player of players) look(player, this.sheets.get(player));
    return changes;
  }

  private checkChanges({ refusal, touched, happened, steps }: Outcome, changes: Set<string>): void {
    if (refusal !== null) {
      this.counts.refused += 1;
      check(changes.size === 0, `a refusal changes nothing: ${refusal.code} changed ${[...changes].join()}`);
      check(touched.size + happened.length + steps.length === 0, `nothing happened: ${refusal.code}`);
      return;
    }
    for (const name of changes) {
      const told = name.startsWith('the ') || touched.has(name);
      check(told, `a sheet that changes is told of: ${name}`);
    }
  }

  /** Every cent that a wallet gained or lost is a move of the round, unless the round was cancelled. */
  private checkMoves({ moves, round, touched }: Outcome, before: ReadonlyMap<PlayerRef, number>): void {
    if (round === null) return;
    const expected = new Map(before);
    for (const { player, event } of moves) {
      const amount = event.type === 'charged' ? 0 - event.amount : event.returned;
      expected.set(player, (expected.get(player) ?? 0) + amount);
      check(touched.has(player), 'whose money moves is told of');
    }
    check(isDeepStrictEqual(expected, this.balances), 'every move is told of');
  }

  /** Money is conserved: what a wallet lacks lies in the round, and what the round gave back is there. */
  private checkBalances(hadRound: boolean): void {
    const { round } = this;
    for (const [player, { bettor }] of this.sheets) {
      const balance = present(this.balances.get(player), 'a wallet');
      const before = this.opening.get(player) ?? 0;
      check(balance >= 0, `${player} owes nothing`);
      if (round === null && hadRound) this.opening.set(player, balance);
      else if (round === null || bettor === null) check(balance === before, `no money of ${player} moves`);
      else {
        const { staked, returned } = round.bettors[bettor];
        check(balance === before - staked + returned, `the money of ${player} is conserved`);
      }
    }
  }

  private lookAsSomebody(): void {
    const viewers = [null, ...this.sheets.keys()];
    checkView(this, viewers[this.commands % viewers.length]);
  }

  private checkTable(touched: ReadonlySet<PlayerRef>): void {
    const { seats, phase } = this.table;
    for (const player of touched) this.checkSheet(present(this.sheets.get(player), 'a sheet'));
    const behind = seats.map(() => 0);
    for (const { bets } of this.sheets.values())
      for (const bet of bets) if (bet.kind === 'behind' && isAlive(bet)) behind[bet.seat - 1] += 1;
    const live = phase !== 'result' && phase !== 'paused';
    for (const seat of seats)
      check(!live || seat.behind === behind[seat.seat - 1], `so many behind ${seat.seat}`);
    const idle = phase === 'betting' || phase === 'closed';
    check(!live || (this.round === null) === idle, 'a round while one is played');
  }

  private checkSheet({ player, bets, maySit }: Sheet): void {
    const held = seatsOf(this.table, player);
    check(held.length <= 2 && (maySit || held.length === 0), `${player} may hold his seats`);
    const alive = bets.filter(isAlive);
    const stakes = new Set(alive.filter(({ kind }) => kind === 'seat').map(({ amount }) => amount));
    check(stakes.size <= 1, `both seats of ${player} carry the same bet`);
    const names = new Set(bets.map(({ seat, kind }) => `${seat} ${kind}`));
    check(names.size === bets.length, `${player} has one bet of a kind on a seat`);
    for (const { seat, kind } of alive) {
      const holder = this.table.seats[seat - 1].player;
      check(
        holder !== null && (kind === 'pairs' || (kind === 'seat') === (holder === player)),
        'bets have ground',
      );
    }
  }

  private note(phase: Phase, { happened, steps, refusal, touched }: Outcome): void {
    const { phase: now } = this.table;
    if (refusal !== null) return;
    const again = happened.some((event) => event.type === 'phase' && event.phase === now);
    const itself = again && (steps.length > 0 || (phase === 'betting' && touched.size === 0));
    if (now !== phase || itself) this.transitions.add(`${phase}>${now}`);
    for (const { step, chosen } of steps) {
      if (chosen !== null) this.counts.replaced += 1;
      if (step.type === 'insurances') this.counts.insured += step.accepted.length;
      if (step.type === 'action' && 'followers' in step.action)
        this.counts.followed += step.action.followers.length;
    }
  }

  private checkRound(round: Round): void {
    this.counts.rounds += 1;
    const inPart = [...this.sheets.values()].filter(({ bets }) =>
      bets.some(({ state }) => state === 'chargedInPart'),
    );
    this.counts.inPart += inPart.length;
    checkRound(round, this.recorded, this.limits);
    this.shoe.played(this.recorded);
  }

  /** A round that was cancelled: its cards are gone all the same. */
  noteCancelled(): void {
    this.counts.cancelled += 1;
    this.shoe.played(this.recorded);
  }
}

function isAlive({ state }: Sheet['bets'][number]): boolean {
  return state === 'placed' || state === 'charged' || state === 'chargedInPart';
}
