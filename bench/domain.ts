import { present } from '../src/domain/assert';
import { type BoxBet, soloBets } from '../src/domain/bets';
import { currencyOf, defaultLimits } from '../src/domain/currency';
import { deal } from '../src/domain/deal';
import type { Minor } from '../src/domain/money';
import { play } from '../src/domain/play';
import { PRESETS } from '../src/domain/presets';
import type { RuleSet } from '../src/domain/rule-set';
import { cutPosition } from '../src/domain/rule-set-check';
import { type CardSource, InfiniteDeck, Shoe } from '../src/domain/shoe';
import type { TableLimits } from '../src/domain/table-limits';
import { measureBestPlay } from './best-play';
import { compareEngines } from './compare-engine';
import { FastRandom } from './fast-random';
import { chooseSimply } from './simple-strategy';

/**
 * How many rounds a second one core plays through the real engine: deal, a fixed strategy, settlement; no journal, no
 * database. `npm run bench` compiles and runs it; `SECONDS=5` measures longer.
 */
const SECONDS = Number(process.env.SECONDS ?? '1');
const STAKE = 1000 as Minor;

/** Plays rounds of one box (or as many as told) until the time is over. */
class Player {
  private readonly random = new FastRandom(20_260_101);
  private readonly bets;
  private readonly limits: TableLimits;
  private shoe: Shoe | null = null;
  private infinite: InfiniteDeck | null = null;
  private dealt = 0;
  staked = 0;
  returned = 0;

  constructor(
    private readonly ruleSet: RuleSet,
    boxes: number,
  ) {
    const list = Array.from({ length: boxes }, (_, index): BoxBet => ({ box: index + 1, stake: STAKE }));
    this.bets = soloBets(list);
    this.limits = present(defaultLimits(ruleSet, present(currencyOf('EUR'), 'the euro')), 'its limits');
  }

  playRound(): void {
    const cards = this.nextCards();
    const round = deal(this.ruleSet, this.limits, this.bets, cards);
    const dealing = { round, cards, journal: null };
    while (round.status !== 'settled') {
      const refusal = play(dealing, 0, chooseSimply(round));
      if (refusal !== null) throw new Error(`the strategy chose what is not legal: ${refusal.code}`);
    }
    this.staked += round.bettors[0].staked;
    this.returned += round.bettors[0].returned;
    for (const { hands } of round.boxes) for (const hand of hands) this.dealt += hand.cards.length;
    this.dealt += round.dealer.cards.length;
  }

  /** Shuffles where the rule set does: before every deal, or after the cut card. */
  private nextCards(): CardSource {
    const { decks, shuffle } = this.ruleSet;
    if (decks === 'infinite') return (this.infinite ??= new InfiniteDeck(this.random));
    const cut = shuffle.kind === 'cutCard' ? cutPosition(decks * 52, shuffle.cut) : 0;
    this.shoe ??= new Shoe(decks, this.random);
    if (this.dealt >= cut) {
      this.shoe.shuffle();
      this.dealt = 0;
    }
    return this.shoe;
  }
}

/** Calls something and tells how often in a second of processor time: other work on the machine does not count. */
function timesPerSecond(call: () => void, seconds: number): number {
  const started = process.cpuUsage();
  for (let times = 1000; ; times += 1000) {
    for (let repeat = 0; repeat < 1000; repeat++) call();
    const { user, system } = process.cpuUsage(started);
    if (user + system >= seconds * 1e6) return times / ((user + system) / 1e6);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function measure(name: string, call: () => void, seconds = SECONDS): void {
  timesPerSecond(call, seconds / 3);
  print(
    `${name.padEnd(44)} ${Math.round(timesPerSecond(call, seconds)).toLocaleString('en-US').padStart(12)} a second`,
  );
}

const only: string | undefined = process.argv.at(2);
for (const ruleSet of PRESETS.filter(({ id }) => only === undefined || id === only)) {
  for (const boxes of only === undefined && ruleSet.id === 'american-blackjack' ? [1, 4] : [1]) {
    const player = new Player(ruleSet, boxes);
    measure(`${ruleSet.id}, ${boxes === 1 ? 'one box' : `${boxes} boxes`}`, () => player.playRound());
    const share = (player.returned / player.staked) * 100;
    print(`${' '.repeat(46)}returned ${share.toFixed(1)} % of what was staked`);
  }
}

if (only === undefined) {
  const random = new FastRandom(7);
  for (const decks of [1, 6, 8]) {
    measure(`shoes of ${decks} decks, shuffled whole`, () => {
      const shoe = new Shoe(decks, random);
      for (let card = 0; card < decks * 52; card++) shoe.draw();
    });
    measure(`shoes of ${decks} decks, made and not dealt`, () => {
      new Shoe(decks, random);
    });
  }
  measureBestPlay(SECONDS).forEach(print);
  compareEngines(SECONDS).forEach(print);
}
