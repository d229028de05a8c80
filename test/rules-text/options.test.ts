import { PRESETS } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { LANGS } from '../../src/rules-text/bilingual';
import { rulesText } from '../../src/rules-text/rules-text';
import { game, LIMITS, markdown } from './fixtures';

const AMERICAN = game('american-blackjack');
const DELUXE = game('blackjack-deluxe');

describe('C-23: two languages', () => {
  it.each(PRESETS.map((ruleSet) => [ruleSet.id, ruleSet] as const))(
    'C-23: %s has the same sections, paragraphs, items and rows in both',
    (_, ruleSet) => {
      const [english, russian] = LANGS.map((lang) => {
        const document = rulesText(ruleSet, { lang, limits: LIMITS, decisionSeconds: 20 });
        return JSON.parse(JSON.stringify(document.sections, withoutTexts)) as unknown;
      });
      expect(russian).toEqual(english);
    },
  );

  it.each([
    ['en', 'the English text prevails'],
    ['ru', 'преимущественную силу имеет английский текст'],
  ] as const)('C-23: the page in %s says that English prevails', (lang, sentence) => {
    expect(markdown(AMERICAN, lang)).toContain(sentence);
  });

  it('C-23: no English sentence is left on a Russian page', () => {
    for (const ruleSet of PRESETS) {
      const words = markdown(ruleSet, 'ru')
        .replaceAll(ruleSet.name, '')
        .match(/\b[a-z]{2,} [a-z]{2,}\b/g);
      expect(new Set(words)).toEqual(ruleSet.table === 'private' ? new Set(['stand all']) : new Set());
    }
  });
});

describe('limits, returns and the decision time', () => {
  it('C-14, C-24: lists the limits of each currency with its own decimals', () => {
    const text = markdown(AMERICAN, 'ru');
    expect(text).toContain('| EUR | 1.00 | 2,000.00 | 1.00 |');
    expect(text).toContain('| EUR | 2.00 | 20.00 | 2.00 |');
    expect(text).toContain('| JPY | 100 | 200,000 | 100 |');
    expect(text).toContain('| JPY | 200 | 2,000 | 200 |');
  });

  it('says where the limits are when none are given', () => {
    expect(markdown(AMERICAN, 'en', { limits: [] })).toContain('The limits are shown at the table.');
  });

  it('leaves out the limits of side bets where there are none', () => {
    expect(markdown(game('classic-blackjack'), 'en')).not.toContain('Each side bet');
  });

  it('gives returns as percentages, of the side bets that the game has', () => {
    const theoreticalReturn = { mainBet: 0.9953, sideBets: { sevens: 0.8812, pairs: 0.9 } };
    const text = markdown(AMERICAN, 'en', { theoreticalReturn });
    expect(text).toContain('| Main bet | 99.53% |');
    expect(text).toContain('| Sevens bonus | 88.12% |');
    expect(text).not.toContain('90.00%');
  });

  it('says of which stakes a return is a share, and of a fresh shoe where the shoe is kept', () => {
    const theoreticalReturn = { mainBet: 0.9953, sideBets: {} };
    const told = (ruleSet: RuleSet, insurance?: number): string =>
      markdown(ruleSet, 'en', {
        theoreticalReturn: { ...theoreticalReturn, ...(insurance === undefined ? {} : { insurance }) },
      });
    const [fresh, ofInsurance] = [
      'calculated for rounds from a freshly shuffled shoe',
      'placed on insurance itself',
    ];
    expect(told(AMERICAN)).toContain('for each 100 staked before the deal');
    expect(told(AMERICAN)).not.toContain(fresh);
    expect(told(AMERICAN)).not.toContain(ofInsurance);
    expect(told(DELUXE, 0.92)).toContain(fresh);
    expect(told(DELUXE, 0.92)).toContain(ofInsurance);
  });

  it('says of an unknown return that it is unknown, and nothing when none are given', () => {
    const unknown = markdown(AMERICAN, 'ru', { theoreticalReturn: { mainBet: null, sideBets: {} } });
    expect(unknown).toContain('| Основная ставка | не рассчитана |');
    expect(markdown(AMERICAN, 'ru')).not.toContain('отдача');
  });

  it('C-19, DX-21: tells the time for a decision and the automatic rule', () => {
    expect(markdown(DELUXE, 'en', { decisionSeconds: 15 })).toContain('Time for a decision: 15 seconds.');
    expect(markdown(DELUXE, 'ru', { decisionSeconds: 86_400 })).toContain('Время на решение: 24 часа.');
    expect(markdown(DELUXE, 'en')).toContain('is 11 or less it is hit, above that it stands');
  });

  it('C-19: an abandoned private round waits for its player, a shared one goes on', () => {
    expect(markdown(AMERICAN, 'en')).toContain('may be played on within this time');
    expect(markdown(DELUXE, 'en')).toContain('it goes on, every bet stands');
  });

  it('CL-06: closed cards are dealt face down and turned up after the answer', () => {
    const closed = { ...game('classic-blackjack'), insuranceCards: 'closed', evenMoney: 'offered' } as const;
    const text = markdown(closed, 'en');
    expect(text).toContain('1. One card face down to each hand');
    expect(text).toContain('Then the player’s cards are turned up');
    expect(text).toContain('Even money is offered when the cards of the hand have been shown.');
    expect(markdown(game('classic-blackjack'), 'en')).not.toContain('face down to each hand');
  });

  it('C-18: says that every stake of a cancelled round goes back', () => {
    expect(markdown(DELUXE, 'en')).toContain('main bets, bets behind, side bets and insurance.');
    expect(markdown(AMERICAN, 'en')).toContain('main bets and side bets.');
  });

  it.each([
    [
      AMERICAN,
      'en',
      ['what it paid is taken back, winnings included', 'What it has paid by then is taken back'],
    ],
    [AMERICAN, 'ru', ['всё выплаченное, включая выигрыш, списывается', 'по нему уже выплачено, списывается']],
    [DELUXE, 'en', ['winnings included, so that each balance', 'cancelled for everyone in it or for no one']],
    [DELUXE, 'ru', ['включая выигрыши, списывается', 'сразу для всех или ни для кого']],
  ] as const)(
    'C-18: says that cancelling a round takes back what it paid (%#)',
    (ruleSet, lang, sentences) => {
      for (const sentence of sentences) expect(markdown(ruleSet, lang)).toContain(sentence);
    },
  );

  it('C-25: a shoe of a session is new after a change of the seed too; one of a table only after the cut', () => {
    const kept = {
      ...game('classic-blackjack'),
      shuffle: { kind: 'cutCard', cut: { num: 3, den: 4 } },
    } as const;
    const [seed, ranOut] = ['asks for a new server seed', 'Should the shoe run out within a round'];
    for (const ruleSet of [kept, game('blackjack-switch')]) {
      expect(markdown(ruleSet, 'en')).toContain(seed);
      expect(markdown(ruleSet, 'en')).toContain(ranOut);
      expect(markdown(ruleSet, 'ru')).toContain('не запросит новое серверное зерно');
    }
    expect(markdown(DELUXE, 'en')).not.toContain(seed);
    expect(markdown(DELUXE, 'en')).toContain(ranOut);
    expect(markdown(AMERICAN, 'en')).not.toContain(seed);
    expect(markdown(AMERICAN, 'en')).not.toContain(ranOut);
  });

  it('C-22: warns only of bad decisions that the game has', () => {
    const without = { ...AMERICAN, maxHands: 1, surrender: 'none', doubleOn: '9-11' } as const;
    for (const decision of ['doubling hard 12', 'splitting fives', 'surrendering 11']) {
      expect(markdown(AMERICAN, 'en')).toContain(`- ${decision}`);
      expect(markdown(without, 'en')).not.toContain(decision);
    }
    for (const decision of ['standing on 11', 'hitting hard 17']) {
      expect(markdown(without, 'en')).toContain(`- ${decision}`);
    }
  });
});

describe('the shared table', () => {
  it.each([
    ['DX-04', 'takes a free seat by betting on it'],
    ['DX-05', 'All boxes of a player carry the same main bet'],
    ['DX-06', 'bet behind any seated player but himself'],
    ['DX-07', 'side bets on any number of taken boxes'],
    ['DX-08', 'Demo sessions'],
    ['DX-09', 'is removed from it'],
    ['DX-10', 'keeps the seat for that round'],
    ['DX-11', 'below the minimum stake'],
    ['DX-14', 'may choose an action before the turn comes'],
    ['DX-16', 'no longer covers a double'],
    ['DX-19', 'no longer covers a split'],
    ['DX-20', 'decides for himself'],
    ['DX-22', 'Follow double (default no)'],
    ['DX-23', 'Follow split (default no)'],
    ['DX-24', 'A surrender binds everyone behind the hand'],
    ['DX-28', 'paused while the supervisor is told'],
  ])('%s is told at a shared table and not in a private game', (_, sentence) => {
    const asPrivate = { ...DELUXE, table: 'private' } as const;
    expect(markdown(DELUXE, 'en')).toContain(sentence);
    expect(markdown(asPrivate, 'en')).not.toContain(sentence);
  });

  it.each([
    ['en', 'test sessions take its seats', 'Demo sessions and sessions in play money cannot take seats'],
    ['ru', 'места за ним занимают в тестовых сессиях', 'при игре на условные деньги места занимать нельзя'],
  ] as const)('DX-08: at a table for tests play money takes seats (%s)', (lang, atTests, elsewhere) => {
    expect(markdown(DELUXE, lang, { isTest: true })).toContain(atTests);
    expect(markdown(DELUXE, lang, { isTest: true })).not.toContain(elsewhere);
    expect(markdown(DELUXE, lang)).toContain(elsewhere);
    expect(markdown(DELUXE, lang)).not.toContain(atTests);
  });

  it('C-15, C-20, C-21: only a private game has stand all, rebet and refusals for want of money', () => {
    for (const sentence of ['Stand all:', '(rebet)', 'does not cover is refused']) {
      expect(markdown(AMERICAN, 'en')).toContain(sentence);
      expect(markdown(DELUXE, 'en')).not.toContain(sentence);
    }
  });
});

/** Keeps the shape of a document and drops its words; the kinds and anchors of its parts stay. */
function withoutTexts(key: string, value: unknown): unknown {
  return typeof value === 'string' && key !== 'kind' && key !== 'id' ? '' : value;
}
