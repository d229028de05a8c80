import type { Minor } from '../../src/domain/money';
import { handInTurn } from '../../src/domain/round';
import { placeBet } from '../../src/domain/table/betting';
import { choose, type Choice } from '../../src/domain/table/choosing';
import { leaveSeat, takeBack } from '../../src/domain/table/leaving';
import { onTime, pause, resume } from '../../src/domain/table/running';
import { BET_KINDS, type BetKind, type PlayerRef, seatsOf } from '../../src/domain/table/table';
import { AuditedTable } from './audited-table';
import type { LiveTable } from './live-table';
import { seeded } from './random';
import { cancelRound } from './table-commands';

const HANDS = ['hit', 'stand', 'double', 'split', 'surrender'] as const;

/** Who comes to the table, and how wild they are. */
export interface Crowd {
  readonly seated: number;
  readonly behind: number;
  /** Commands that make little sense, in thousandths. */
  readonly nonsense: number;
  /** Pauses, in thousandths of the commands; some of them end with a cancelled round. */
  readonly pauses: number;
}

/** Plays a table with random people: they sit, bet behind, choose, answer, sleep, leave, and are interrupted. */
export class RandomTable<T extends LiveTable> {
  private readonly below: (n: number) => number;
  private readonly sitters: PlayerRef[] = [];
  private readonly followers: PlayerRef[] = [];

  constructor(
    readonly at: T,
    seed: number,
    private readonly crowd: Crowd,
  ) {
    this.below = seeded(seed).below;
    for (let one = 1; one <= crowd.seated; one++) this.enter(this.sitters, `sitter-${one}`, false);
    for (let one = 1; one <= crowd.behind; one++)
      this.enter(this.followers, `follower-${one}`, one % 4 === 0);
  }

  private enter(list: PlayerRef[], player: PlayerRef, demo: boolean): void {
    list.push(player);
    this.at.enters(player, { balance: 50_000 + 100 * this.below(5000), demo });
  }

  /** One countdown and what comes of it, up to the next one. */
  playRound(): void {
    this.placeBetsAndDeal();
    this.playOn();
  }

  placeBetsAndDeal(): void {
    this.placeBets();
    this.disturb();
    this.end();
  }

  /** Up to the next countdown, or the end of the table. */
  playOn(): void {
    for (;;) {
      const { phase } = this.at.table;
      if (phase === 'betting' || phase === 'closed') return;
      this.disturb();
      if (phase === 'result') this.end();
      else if (phase === 'insurance') this.answerInsurance();
      else this.decide();
    }
  }

  /** Lets the time of the phase pass. */
  private end(): void {
    const { at } = this;
    at.now = Math.max(at.now, at.table.endsAt ?? at.now);
    at.run((t) => {
      onTime(t);
      return null;
    });
  }

  private chance(thousandths: number): boolean {
    return this.below(1000) < thousandths;
  }

  private oneOf<V>(list: readonly V[]): V {
    return list[this.below(list.length)];
  }

  private placeBets(): void {
    for (const player of this.sitters) {
      const held = seatsOf(this.at.table, player);
      if (held.length > 0 && this.chance(900)) this.bet(player, held[0].seat, 'seat');
      if (held.length > 0 && this.chance(20)) this.at.run((t) => leaveSeat(t, player, held[0].seat));
    }
    for (const { seat, player } of this.at.table.seats) {
      if (player === null && this.chance(900)) this.bet(this.oneOf(this.sitters), seat, 'seat');
    }
    for (const player of this.followers) {
      const kind = this.oneOf(BET_KINDS.slice(1));
      if (this.chance(600)) this.bet(player, 1 + this.below(7), kind);
    }
    for (let times = this.below(4); times > 0; times--)
      this.bet(this.oneOf(this.sitters), 1 + this.below(7), 'pairs');
    this.nonsense();
    if (this.chance(100)) {
      const seat = this.chance(500) ? null : 1 + this.below(7);
      const kind = this.chance(500) ? null : this.oneOf(BET_KINDS);
      const player = this.anybody();
      this.at.run((t) => takeBack(t, player, { seat, kind }));
    }
    this.moveMoney();
  }

  private bet(player: PlayerRef, seat: number, kind: BetKind): void {
    const most = kind === 'pairs' ? 5 : this.chance(100) ? 150 : 20;
    const own =
      kind === 'seat' ? this.at.sheets.get(player)?.bets.find((bet) => bet.kind === 'seat') : undefined;
    const amount = (own?.amount ?? 100 * (1 + this.below(most))) as Minor;
    this.at.run((t) => placeBet(t, player, { seat, kind, amount }));
  }

  private anybody(): PlayerRef {
    return this.oneOf(this.chance(500) ? this.sitters : this.followers);
  }

  /** Wallets are used elsewhere too: some are emptied to almost nothing, and filled again. */
  private moveMoney(): void {
    const player = this.anybody();
    const balance = this.at.balances.get(player) ?? 0;
    const left = this.chance(700) ? balance : this.below(this.chance(300) ? 2500 : balance + 1);
    if (left !== balance) this.at.moves(player, left - balance);
    for (const [poor, has] of this.at.balances)
      if (has < 3000 && this.chance(30)) this.at.moves(poor, 100_000);
  }

  private answerInsurance(): void {
    for (const offer of this.at.round?.offers ?? []) {
      if (offer.kind !== 'insurance' || offer.hand === null || !this.chance(700)) continue;
      const { bettor, hand } = offer;
      const player = this.at.playerOf(bettor);
      this.choose(player, { type: 'insurance', hand, accept: this.chance(500) });
    }
    if (this.chance(100)) this.moveMoney();
    if (this.at.table.phase === 'insurance') this.end();
  }

  /** Some who wait say something in advance; then the one in turn plays, or sleeps. */
  private decide(): void {
    const { round } = this.at;
    const turn = round && handInTurn(round);
    if (round === null || turn === null) return;
    for (const box of round.boxes) {
      for (const { id, bets, state } of box.hands) {
        if (state !== 'waiting' && state !== 'acting') continue;
        const holder = this.at.playerOf(box.bettor);
        if (state === 'waiting' && this.chance(150))
          this.choose(holder, { type: this.oneOf(HANDS), hand: id });
        for (const { bettor } of bets.slice(1)) {
          if (!this.chance(60)) continue;
          const type = this.chance(500) ? 'follow-double' : 'follow-split';
          this.choose(this.at.playerOf(bettor), { type, hand: id, accept: this.chance(800) });
        }
      }
    }
    if (this.chance(20)) this.moveMoney();
    if (this.chance(100)) this.end();
    else {
      this.at.now += 1000 * this.below(5);
      this.choose(this.at.playerOf(turn.box.bettor), { type: this.oneOf(HANDS), hand: turn.hand.id });
    }
  }

  private choose(player: PlayerRef, choice: Choice): void {
    this.at.run((t) => choose(t, player, choice));
  }

  private nonsense(): void {
    while (this.chance(this.crowd.nonsense)) {
      const [player, seat] = [this.anybody(), this.below(9)];
      const hand = `${this.below(8)}.${1 + this.below(2)}`;
      const amount = this.oneOf([0, -100, 50, 100, 150, 1000, 25_000, 10_000_000]) as Minor;
      this.at.run((t) => placeBet(t, player, { seat, kind: this.oneOf(BET_KINDS), amount }));
      this.choose(player, { type: this.oneOf(HANDS), hand });
      this.choose(player, { type: 'insurance', hand, accept: this.chance(500) });
      this.choose(player, { type: 'follow-double', hand, accept: this.chance(500) });
      if (this.chance(100)) this.at.run((t) => leaveSeat(t, player, seat));
    }
  }

  /** What a supervisor does now and then. */
  private disturb(): void {
    this.nonsense();
    if (!this.chance(this.crowd.pauses)) return;
    if (this.chance(100)) this.cancel();
    this.at.run(pause);
    this.at.now += 1000 * this.below(1000);
    this.nonsense();
    if (this.chance(100)) this.cancel();
    this.at.run(resume);
  }

  private cancel(): void {
    const { at } = this;
    if (at.round === null || at.round.status === 'settled') return;
    if (at instanceof AuditedTable) at.noteCancelled();
    at.run(cancelRound);
  }
}
