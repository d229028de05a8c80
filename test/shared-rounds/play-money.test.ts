import type { HistoryBet } from '../../src/application/history/bets';
import type { CancellationRecord } from '../../src/application/history/cancellations';
import type { Proof } from '../../src/application/fairness/make-proof';
import type { PlayMoneyBody } from '../../src/application/rounds/purses';
import type { BettorBody, RoundBody } from '../../src/application/rounds/round-body';
import { RealTable } from '../compliance/real-table';
import { Casino } from '../support/casino';
import { MIXED_STAKES, type MixedRound, realMixedRound, testMixedRound } from './mixed-round';
import { expectDone } from './played-round';

const { ann: ANN, bob: BOB, behind: BEHIND, pairs: PAIRS } = MIXED_STAKES;

let casino: Casino;
let mixed: MixedRound;
beforeAll(async () => {
  casino = await Casino.open();
  mixed = await realMixedRound(casino);
});
afterAll(() => casino.close());

const read = async <Body>(path: string): Promise<Body> => {
  const { status, body, text } = await casino.get<Body>(path);
  if (status !== 200) throw new Error(text);
  return body;
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** What those of one mode have, added up from what each of them has. */
function addedUp(
  bettors: readonly BettorBody[],
  mode: string,
): Pick<BettorBody, 'staked' | 'returned' | 'net'> {
  const own = bettors.filter((bettor) => bettor.mode === mode);
  const [staked, returned] = [own.map((one) => one.staked), own.map((one) => one.returned)];
  return { staked: sumOf(staked), returned: sumOf(returned), net: sumOf(returned) - sumOf(staked) };
}

function playMoneyIn({ playMoney }: Pick<RoundBody, 'playMoney'>): PlayMoneyBody {
  if (!playMoney) throw new Error('there is no play money');
  return playMoney;
}

const stakesIn = ({ boxes }: RoundBody): unknown =>
  Object.fromEntries(boxes.flatMap(({ hands }) => hands.map(({ id, stake }) => [id, stake])));

test('DX-08: to an operator every sum of a round is of the money of the table, and play money stands beside it', async () => {
  const round = await read<RoundBody>(`/v1/rounds/${mixed.roundId}`);
  const { bettors = [] } = round;
  expect(bettors.map(({ playerId, mode }) => [playerId, mode]).sort()).toEqual([
    ['ann', 'real'],
    ['bob', 'real'],
    ['dem', 'demo'],
  ]);
  const play = playMoneyIn(round);
  expect(round).toMatchObject({ mode: 'real', ...addedUp(bettors, 'real') });
  expect(play).toMatchObject({ mode: 'demo', ...addedUp(bettors, 'demo') });
  expect(play.staked).toBe(BEHIND + PAIRS);
  expect([round.boxes[0].sideBets, round.boxes[1].sideBets]).toEqual([[], []]);
  // The automatic rule neither doubles nor splits, so every stake is as it was placed.
  expect(stakesIn(round)).toEqual({ '1.1': ANN, '3.1': BOB });
  const [hand, pairs] = play.bets;
  expect(play.bets).toHaveLength(2);
  expect(hand).toMatchObject({ bet: '1.1', type: 'main', box: 1, stake: BEHIND });
  expect(pairs).toMatchObject({ bet: '1:pairs', type: 'pairs', box: 1, stake: PAIRS });
  const [real] = round.boxes[0].hands;
  expect([hand.outcome, (hand.returned ?? 0) * ANN]).toEqual([real.outcome, (real.returned ?? 0) * BEHIND]);
  expect(play.returned).toBe(sumOf(play.bets.map(({ returned }) => returned ?? 0)));
});

test('DX-08: a player sees his own money, whatever lies behind his seat', async () => {
  const own = await read<{ items: RoundBody[] }>(`/v1/rounds?tableId=${mixed.tableId}`);
  for (const round of own.items) {
    expect(round).not.toHaveProperty('playMoney');
    const staked = { ann: ANN, bob: BOB, dem: BEHIND + PAIRS }[round.playerId ?? ''];
    expect([round.playerId, round.staked]).toEqual([round.playerId, staked]);
  }
  expect(own.items.map(({ mode }) => mode).sort()).toEqual(['demo', 'real', 'real']);
});

test('DX-08: the proof of everybody adds up the money of the table, and play money by itself', async () => {
  const proof = await read<Proof>(`/v1/rounds/${mixed.roundId}/proof`);
  const round = await read<RoundBody>(`/v1/rounds/${mixed.roundId}`);
  const { staked, returned, mode } = playMoneyIn(round);
  expect(proof).toMatchObject({ mode: 'real', staked: round.staked, returned: round.returned });
  expect(proof.playMoney).toMatchObject({ mode, staked, returned });
  expect(proof.bets.map(({ bet, stake }) => [bet, stake]).sort()).toEqual([
    ['1.1', ANN],
    ['3.1', BOB],
  ]);
  expect(proof.playMoney?.bets.map(({ bet, stake }) => [bet, stake])).toEqual([
    ['1.1', BEHIND],
    ['1:pairs', PAIRS],
  ]);
  const one = await read<Proof>(`/v1/rounds/${mixed.roundId}/proof?playerId=dem`);
  expect(one).toMatchObject({ format: 'holecard-proof/3', mode: 'demo', staked });
  expect(one).not.toHaveProperty('playMoney');
});

test('where everybody bets in one mode, there is no play money', async () => {
  const table = await RealTable.open(casino);
  const eve = await table.seat('eve');
  const { roundId } = (await table.http.bet({ sessionId: eve.id, seat: 2, amount: ANN })).body;
  await table.playRound();
  const round = await read<RoundBody>(`/v1/rounds/${roundId}`);
  expect(round).toMatchObject({ staked: ANN, playMoney: null, mode: 'real' });
  expect((await read<Proof>(`/v1/rounds/${roundId}/proof`)).playMoney).toBeNull();
});

test('DX-08: at a test table test money is summed, and the money of demo sessions stands beside it', async () => {
  const { table, roundId } = await testMixedRound(casino);
  const seen = (): Promise<RoundBody> => read<RoundBody>(`/v1/rounds/${roundId}`);
  const dealt = await seen();
  expect(dealt).toMatchObject({ mode: 'test', status: 'insurance', staked: ANN + BOB, net: -ANN - BOB });
  const open = playMoneyIn(dealt);
  expect(open).toMatchObject({ mode: 'demo', staked: BEHIND + PAIRS });
  // The pair of eights has won; the hand is not decided.
  expect(open.bets.map(({ bet, returned }) => [bet, returned === null])).toEqual([
    ['1.1', true],
    ['1:pairs', false],
  ]);
  const dem = dealt.bettors?.find(({ mode }) => mode === 'demo')?.sessionId;
  await expectDone(table.act({ sessionId: dem, type: 'insurance', accept: true }));
  await table.advance();
  const insured = await seen();
  expect(insured.boxes[0].hands[0]).toMatchObject({ stake: ANN, insurance: null });
  expect(playMoneyIn(insured).bets.map(({ bet, stake }) => [bet, stake])).toEqual([
    ['1.1', BEHIND],
    ['1.1:insurance', BEHIND / 2],
    ['1:pairs', PAIRS],
  ]);
  expect(insured.staked).toBe(ANN + BOB);
  await casino.cancel(roundId, { reason: 'fault' });
  const cancelled = await seen();
  expect(cancelled).toMatchObject({ status: 'cancelled', staked: ANN + BOB, returned: ANN + BOB, net: 0 });
  const all = BEHIND + PAIRS + BEHIND / 2;
  expect(playMoneyIn(cancelled)).toMatchObject({ staked: all, returned: all, net: 0 });
  const { amounts, roundBefore } = await read<CancellationRecord>(`/v1/cancellations/${roundId}`);
  expect(amounts.map(({ playerId, mode, refunded }) => [playerId, mode, refunded]).sort()).toEqual([
    ['ann', 'test', ANN],
    ['bob', 'test', BOB],
    ['dem', 'demo', all],
  ]);
  expect(roundBefore).toMatchObject({ staked: ANN + BOB, playMoney: playMoneyIn(insured) });
});

test('DX-08: the page of a record tells real and play money apart', async () => {
  const headers = { accept: 'text/html' };
  const { text } = await casino.get(`/v1/rounds/${mixed.roundId}/record`, { headers });
  const page = text.replaceAll(/<script[^]*?<\/script>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(page).toContain('Staked, mode real 15.00 EUR');
  expect(page).toContain('Staked, mode demo 8.00 EUR');
  expect(page).not.toMatch(/Staked [0-9]/);
  expect(page).toContain('Bet: stake 10.00 EUR');
  expect(page).toContain('Play money bet behind, in no sum above Play money on 1.1: stake 7.00 EUR');
  expect(page).toContain('Play money on 1:pairs: stake 1.00 EUR');
  expect(page).not.toContain('stake 17.00 EUR');
  expect(page).toMatch(/dem demo \d+ \S+ staked on a hand \(stake, main\) 1\.1/);
  expect(page).toMatch(/ann real \d+ \S+ staked on a hand \(stake, main\) 1\.1/);
  expect(page).toMatch(/Player dem bet 7\.00 EUR of play money on seat 1/);
  expect(page).toMatch(/Player ann bet 10\.00 EUR on seat 1/);
  expect(page).toMatch(/Wallet of dem before the round: 10,000\.00 EUR; after it: \S+ EUR \(mode demo\)\./);
});

test('DX-08: CSV and NDJSON bring each player’s money with its mode', async () => {
  const accepted = async (path: string, accept: string): Promise<string[]> => {
    const { text } = await casino.get(`${path}?tableId=${mixed.tableId}`, { headers: { accept } });
    return text.trimEnd().split(/\r?\n/);
  };
  const [header, ...rows] = await accepted('/v1/rounds', 'text/csv');
  const columns = header.split(',');
  const cells = rows.map((row) =>
    ['playerId', 'mode', 'staked'].map((name) => row.split(',')[columns.indexOf(name)]),
  );
  expect(cells.sort()).toEqual([
    ['ann', 'real', `${ANN}`],
    ['bob', 'real', `${BOB}`],
    ['dem', 'demo', `${BEHIND + PAIRS}`],
  ]);
  const lines = await accepted('/v1/bets', 'application/x-ndjson');
  const bets = lines.map((line) => JSON.parse(line) as HistoryBet);
  expect(bets.map(({ playerId, mode, bet, stake }) => [playerId, mode, bet, stake]).sort()).toEqual([
    ['ann', 'real', '1.1', ANN],
    ['bob', 'real', '3.1', BOB],
    ['dem', 'demo', '1.1', BEHIND],
    ['dem', 'demo', '1:pairs', PAIRS],
  ]);
});

test('DX-08: a demo session is told nothing of what its player has in the round with real money', async () => {
  const table = await RealTable.open(casino);
  const cid = await table.seat('cid', 5000);
  const demo = await table.http.session({ mode: 'demo', playerId: 'cid' });
  const { roundId } = (await table.http.bet({ sessionId: cid.id, seat: 1, amount: 1000 })).body;
  await table.playRound();
  const seenBy = async (key: string): Promise<RoundBody> => (await casino.round(roundId, { key })).body;
  const real = await seenBy(cid.token);
  expect(real).toMatchObject({ mode: 'real', sessionId: cid.id });
  expect(real.staked).toBeGreaterThanOrEqual(1000);
  const watched = await seenBy(demo.token);
  expect(watched).toMatchObject({ sessionId: null, playerId: null, staked: 0, balance: 1_000_000 });
  expect(watched.boxes.flatMap(({ hands }) => hands.map(({ stake }) => stake))).not.toContain(1000);
  const refused = await casino.call<{ round?: RoundBody }>(
    'POST',
    `/v1/tables/${table.id}/actions`,
    { sessionId: demo.id, type: 'stand', hand: '1.1' },
    { key: demo.token },
  );
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).not.toContain(cid.id);
});
