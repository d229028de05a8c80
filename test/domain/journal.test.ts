import { cardText } from '../../src/domain/card';
import type { RoundEvent } from '../../src/domain/journal';
import { CardRecorder, replay, type Step } from '../../src/domain/step';
import { RecordedCards } from '../../src/domain/shoe';
import { bets, cards, classic, LIMITS, rules, TextGame } from '../support/hands';

/** An event as one line. */
function line(event: RoundEvent): string {
  switch (event.type) {
    case 'cardDealt':
      return `${event.to} gets ${cardText(event.card)}`;
    case 'dealerDealt':
      return `dealer gets ${cardText(event.card)}${event.faceDown ? ' face down' : ''}`;
    case 'charged':
      return `${event.bettor} pays ${event.amount} ${event.reason} ${event.bet}`;
    case 'decided':
      return `${event.bettor} ${event.outcome} ${event.returned} ${event.reason} ${event.bet}`;
    default: {
      const { type, ...rest } = event;
      return [type, ...Object.values(rest)].join(' ');
    }
  }
}

function story(game: TextGame): string[] {
  return game.journal.events.map(line);
}

describe('the journal', () => {
  test('C-09, C-11: tells bets, cards, offers, answers, turns, splits and results in the order in which they happen', () => {
    const game = new TextGame(rules('blackjack-deluxe'), '8s Ac 8d 9h Td 3d Kd', '1 1<1:300+pairs');
    game.play('insure, decline by 1, split +1, stand, double');
    expect(story(game)).toEqual([
      '0 pays 1000 main 1.1',
      '1 pays 300 main 1.1',
      '1 pays 100 pairs 1:pairs',
      '1.1 gets 8s',
      'dealer gets Ac',
      '1.1 gets 8d',
      'dealer gets 9h face down',
      '1 mixedPair 600 pairs 1:pairs',
      'offered insurance 1.1',
      'offered insurance 1.1',
      'answered insurance 0 1.1 true',
      '0 pays 500 insurance 1.1:insurance',
      'answered insurance 1 1.1 false',
      'dealerChecked false',
      '0 lose 0 insurance 1.1:insurance',
      'turn 1.1',
      'splitInto 1.1 1.2',
      '0 pays 1000 split 1.2',
      '1 pays 300 split 1.2',
      '1.1 gets Td',
      'turn 1.1',
      'handEnded 1.1 stood',
      '1.2 gets 3d',
      'turn 1.2',
      '0 pays 1000 double 1.2',
      '1.2 gets Kd',
      'handEnded 1.2 doubled',
      'holeCardShown ' + cards('9h')[0],
      '0 lose 0 main 1.1',
      '1 lose 0 main 1.1',
      '0 win 4000 main 1.2',
      '1 win 600 main 1.2',
      'roundSettled',
    ]);
  });

  test('CL-06: closed cards, even money and a dealer blackjack', () => {
    const game = new TextGame(classic({ insuranceCards: 'closed', evenMoney: true }), 'As Ac Kd Kh');
    game.play('decline, even 1.1');
    expect(story(game).slice(5)).toEqual([
      'offered insurance 1.1',
      'answered insurance 0 1.1 false',
      'ownCardsShown',
      'offered evenMoney 1.1',
      'answered evenMoney 0 1.1 true',
      '0 evenMoney 2000 main 1.1',
      'handEnded 1.1 evenMoney',
      'dealerChecked true',
      'holeCardShown ' + cards('Kh')[0],
      'roundSettled',
    ]);
  });

  test('IN-05: the one insurance has a name of its own', () => {
    const game = new TextGame(rules('infinite-blackjack'), 'Ts Kd 9s Ac').play('insure 300, stand');
    expect(game.heard('charged').map(line)).toEqual([
      '0 pays 1000 main 1.1',
      '0 pays 300 insurance insurance',
    ]);
    expect(game.heard('decided').map(line)).toEqual(['0 win 900 insurance insurance', '0 lose 0 main 1.1']);
  });

  test('SW-06: switches, and a blackjack made by one', () => {
    const game = new TextGame(rules('blackjack-switch'), 'As Th 6c 5s Kd').play('switch');
    expect(story(game).slice(-5)).toEqual([
      '1.1 gets 5s',
      '1.2 gets Kd',
      'turn 1.1',
      'switched 1',
      'turn 1.1',
    ]);
  });
});

describe('replay', () => {
  const AMERICAN = rules('american-blackjack');
  const DEAL: Step = { type: 'deal', bets: bets('1'), cards: ['8s', '6c', '8d', 'Th'] };
  const HIT: Step = { type: 'action', bettor: 0, action: { type: 'hit', hand: '1.1' }, cards: ['2s'] };

  test('folds the steps into the round', () => {
    const automatic: Step = { type: 'automatic', cards: ['Td'] };
    const round = replay(AMERICAN, LIMITS, [DEAL, HIT, automatic]);
    expect(round).toEqual(new TextGame(AMERICAN, '8s 6c 8d Th 2s Td').play('hit, stand').round);
  });

  test.each<[string, Step[], string]>([
    ['without a deal', [HIT], 'first step'],
    ['without anything', [], 'first step'],
    ['with two deals', [DEAL, DEAL], 'dealt once'],
    ['with a card too many at the deal', [{ ...DEAL, cards: [...DEAL.cards, '2s'] }], 'every recorded card'],
    ['with a card too many later', [DEAL, { ...HIT, cards: ['2s', '3s'] }], 'every recorded card'],
    ['with a card too few', [DEAL, { ...HIT, cards: [] }], 'no more cards'],
    ['with an illegal action', [DEAL, { ...HIT, action: { type: 'hit', hand: '2.1' } }], 'legal'],
  ])('refuses a record %s', (_, steps, message) => {
    expect(() => replay(AMERICAN, LIMITS, steps)).toThrow(message);
  });

  test('a recorder notes what is drawn', () => {
    const recorder = new CardRecorder(new RecordedCards(cards('As Td')));
    expect([recorder.draw(), recorder.draw()]).toEqual(cards('As Td'));
    expect(recorder.texts).toEqual(['As', 'Td']);
  });
});
