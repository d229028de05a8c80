import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoundDocument } from '../../src/application/records/record-parts';
import type { Signed } from '../../src/application/records/signing';
import { runningSoftware } from '../../src/application/records/software';
import { preset } from '../../src/domain/presets';
import { Sealer } from '../../src/http/records/sealer';
import { recordSoftware, type ServingSoftware } from '../../src/persistence/software/software-changes';
import { Casino, type Problem } from '../support/casino';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';

let casino: Casino;
let folder: TemporaryFolder;

beforeAll(async () => {
  casino = await Casino.open({ sealIntervalMs: 3_600_000 });
  folder = createTemporaryFolder();
});
afterAll(async () => {
  await casino.close();
  await folder.remove();
});

type Record = Signed<RoundDocument>;

const SIXTEEN = {
  boxes: [{ box: 1, stake: 123_400, sideBets: { sevens: 100 } }],
  cards: ['9c', '6d', '7s', 'Th', '2c', 'Ah'],
};

async function dealSixteen(): Promise<{ roundId: string; token: string }> {
  const { id, token } = await casino.openSession({ gameId: 'american-blackjack', playerId: '<b>alice</b>' });
  const limits = {
    stake: { min: 200, max: 200_000, step: 200 },
    sideBet: { min: 100, max: 1000, step: 100 },
  };
  const { text, status, body } = await casino.deal(id, SIXTEEN, { headers: { 'x-request-id': 'deal-1' } });
  if (status === 201) return { roundId: body.id, token };
  const path = '/v1/games/american-blackjack/limits/EUR';
  if ((await casino.call('PUT', path, limits)).status !== 200) throw new Error(text);
  return dealSixteen();
}

async function recordOf(roundId: string): Promise<Record> {
  const { status, body, text } = await casino.get<Record>(`/v1/rounds/${roundId}/record`);
  if (status !== 200) throw new Error(text);
  return body;
}

async function pageOf(roundId: string): Promise<string> {
  const { text, headers } = await casino.get(`/v1/rounds/${roundId}/record`, {
    headers: { accept: 'text/html' },
  });
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  return text;
}

/** What the one line of docs/records.md prints for such a record. */
async function checked(record: object): Promise<string> {
  const { body: keys } = await casino.get('/.well-known/jwks.json', { key: 'none' });
  writeFileSync(join(folder.path, 'record.json'), JSON.stringify(record, null, 2));
  writeFileSync(join(folder.path, 'jwks.json'), JSON.stringify(keys));
  const docs = readFileSync(join(__dirname, '../../docs/records.md'), 'utf8');
  const [, line = ''] = /```bash check\n([^]*?)```/.exec(docs) ?? [];
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder.path, encoding: 'utf8' });
  return stdout.trim() || stderr;
}

test('a settled round: rules, cards, choices, money, software, and a signature that holds', async () => {
  const { roundId } = await dealSixteen();
  await casino.act(roundId, { type: 'hit', hand: '1.1' }, { headers: { 'x-request-id': 'hit-1' } });
  await casino.act(roundId, { type: 'stand', hand: '1.1' });
  const record = await recordOf(roundId);
  const { round, ruleSet, money, events, generatedBy, sealing } = record;
  expect(record.format).toBe('holecard-round-record-v3');
  expect(record.operator).toEqual({ id: casino.operatorId, name: 'operator-1' });
  expect(round).toMatchObject({ id: roundId, status: 'settled', dealer: { cards: ['6d', 'Th', 'Ah'] } });
  expect(ruleSet).toEqual(JSON.parse(JSON.stringify(preset('american-blackjack'))));
  expect(record.limits).toMatchObject({ stake: { max: 200_000 } });
  expect(record.shoe).toMatchObject({ decks: 6, dealtBefore: 0, chosenCards: SIXTEEN.cards });
  expect(record.shoe.commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(events.find(({ requestId }) => requestId === 'hit-1')).toMatchObject({
    type: 'chose',
    action: { type: 'hit', hand: '1.1' },
    actor: `key:${casino.keyId}`,
    at: casino.app.clock.now.toISOString(),
  });
  expect(money).toMatchObject({ currency: 'EUR', exponent: 2, balanceBefore: 1_000_000 });
  expect(
    money.transfers.map(({ kind, amount, balanceBefore, balanceAfter }) => [
      kind,
      amount,
      balanceBefore,
      balanceAfter,
    ]),
  ).toEqual([
    ['stake', 123_400, 1_000_000, 876_600],
    ['stake', 100, 876_600, 876_500],
    ['payout', 246_800, 876_500, 1_123_300],
  ]);
  expect(money.balanceAfter).toBe(1_123_300);
  expect(generatedBy).toMatchObject({
    name: 'holecard',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  });
  expect(generatedBy.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(sealing).toEqual({ state: 'not sealed yet', seals: [], unsealedRows: 6 });
  expect(await checked(record)).toBe('true');
  expect(await checked({ ...record, money: { ...money, balanceAfter: 1 } })).toBe('false');
  expect(await checked({ ...record, keyId: 'another' })).toBe('false');
});

describe('the proof in the record', () => {
  async function proofOf(roundId: string): Promise<unknown> {
    const { status, body } = await casino.get(`/v1/rounds/${roundId}/proof`);
    expect(status).toBe(200);
    return body;
  }

  test('is the round’s proof, signed with the rest, with the seed once that is revealed', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'prover' });
    const { body: dealt } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards: SIXTEEN.cards });
    expect((await recordOf(dealt.id)).proof).toBeNull();
    await casino.act(dealt.id, { type: 'stand', hand: '1.1' });
    const before = await recordOf(dealt.id);
    expect(before.proof).toEqual(await proofOf(dealt.id));
    expect(before.proof).toMatchObject({ roundId: dealt.id, serverSeed: null });
    const rotated = await casino.post(`/v1/sessions/${id}/fairness/rotate`, undefined);
    expect(rotated.status).toBe(200);
    const record = await recordOf(dealt.id);
    expect(record.proof).toEqual(await proofOf(dealt.id));
    expect(record.proof?.serverSeed).toMatch(/^[0-9a-f]{64}$/);
    expect(record.proof?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await checked(record)).toBe('true');
    const forged = { ...record, proof: { ...record.proof, staked: 1 } };
    expect(await checked(forged)).toBe('false');
    expect(await checked({ ...record, proof: null })).toBe('false');
  });

  test('of a cancelled round says so', async () => {
    const { roundId } = await dealSixteen();
    await casino.cancel(roundId, { reason: 'fault' });
    expect((await recordOf(roundId)).proof).toMatchObject({ status: 'cancelled' });
  });
});

describe('the programs that served', () => {
  const program = (digest: string): ServingSoftware => ({
    name: 'holecard',
    version: `0.0.${digest}`,
    digest: digest.repeat(64),
    node: 'v20.0.0',
  });

  async function serves(digest: string): Promise<void> {
    const { dataSource, clock } = casino.app;
    await dataSource.transaction((tx) => recordSoftware(tx, program(digest), clock.now));
  }

  test('are those on record when each step was written, whoever makes the record', async () => {
    await serves('1');
    const { roundId } = await dealSixteen();
    await casino.act(roundId, { type: 'hit', hand: '1.1' });
    await serves('2');
    await casino.act(roundId, { type: 'stand', hand: '1.1' });
    await serves('3');
    const { software, generatedBy } = await recordOf(roundId);
    const since = casino.app.clock.now.toISOString();
    expect(software).toEqual([
      { fromVersion: 1, toVersion: 2, software: program('1'), since },
      { fromVersion: 3, toVersion: 3, software: program('2'), since },
    ]);
    expect(generatedBy.digest).toBe((await runningSoftware()).digest);
    const page = await pageOf(roundId);
    for (const digest of [program('1').digest, program('2').digest, generatedBy.digest])
      expect(page).toContain(digest);
    expect(page).not.toContain(program('3').digest);
  });

  test('an operator of whom nothing is on record yet was served by what served the others', async () => {
    await serves('4');
    const newcomer = await Casino.at(casino.app);
    const { id } = await newcomer.openSession({ gameId: 'american-blackjack' });
    const { body } = await newcomer.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards: SIXTEEN.cards });
    const { body: record } = await newcomer.get<Record>(`/v1/rounds/${body.id}/record`);
    expect(record.software).toEqual([
      expect.objectContaining({ fromVersion: 1, toVersion: 1, software: program('4') }),
    ]);
  });
});

test('the seals that cover it, part by part', async () => {
  const { roundId } = await dealSixteen();
  await casino.app.app.get(Sealer).seal();
  const { body: first } = await casino.get<{ sealNo: number; hash: string; rows: number }>('/v1/audit/head');
  await casino.act(roundId, { type: 'stand', hand: '1.1' });
  expect((await recordOf(roundId)).sealing).toMatchObject({
    state: 'partly sealed',
    seals: [{ sealNo: first.sealNo, hash: first.hash, rows: 3 }],
    unsealedRows: 1,
  });
  await casino.app.app.get(Sealer).seal();
  const { state, seals } = (await recordOf(roundId)).sealing;
  expect([state, seals.map(({ rows }) => rows), seals[1].previousHash]).toEqual([
    'sealed',
    [3, 1],
    first.hash,
  ]);
});

test('a head is signed in the same way, and its rows grow', async () => {
  const { body: head } = await casino.get<Signed<object> & { rows: number }>('/v1/audit/head');
  expect(Object.keys(head).sort()).toEqual(
    ['at', 'hash', 'keyId', 'operator', 'operatorId', 'rows', 'sealNo', 'signature'].sort(),
  );
  expect(await checked(head)).toBe('true');
  expect(await checked({ ...head, rows: head.rows + 1 })).toBe('false');
  const fresh = await Casino.at(casino.app);
  const { body: empty } = await fresh.get('/v1/audit/head');
  expect(empty).toMatchObject({ sealNo: 0, hash: '0'.repeat(64), at: null, rows: 0 });
});

test('an open round hides here what it hides everywhere', async () => {
  const { roundId } = await dealSixteen();
  const record = await recordOf(roundId);
  const page = await pageOf(roundId);
  expect(record.round.dealer.cards).toEqual(['6d', '??']);
  expect(record.shoe.chosenCards).toBeNull();
  for (const text of [JSON.stringify(record), page]) {
    expect(text).not.toMatch(/"Th"|"2c"|ten of hearts/);
    expect(text).toMatch(/6d|6 of diamonds/);
  }
  expect(page).toContain('aria-label="a card face down"');
  expect(page).toContain('<p>Bet: stake 1,234.00 EUR; not decided yet.</p>');
});

test('a cancelled round brings its cancellation with it, and hides nothing', async () => {
  const { roundId } = await dealSixteen();
  const why = { reason: 'fault', note: 'The table froze & nobody <saw>.' };
  await casino.cancel(roundId, why, { headers: { 'x-actor-name': 'Ada L.' } });
  const record = await recordOf(roundId);
  expect(record.cancellation).toMatchObject({
    ...why,
    by: { keyId: casino.keyId, keyLabel: 'test', name: 'Ada L.' },
    statusBefore: 'playing',
    amounts: [{ refunded: 123_500, reversed: 0 }],
    roundBefore: { dealerCards: ['6d', 'Th'] },
  });
  expect(record.money.transfers.map(({ kind }) => kind)).toEqual(['stake', 'stake', 'refund', 'refund']);
  expect(await checked(record)).toBe('true');
  const page = await pageOf(roundId);
  expect(page).toContain('The table froze &amp; nobody &lt;saw&gt;.');
  expect(page).toContain('Ada L.');
  expect(page).toContain('<p>Bet: stake 1,234.00 EUR; given back 1,234.00 EUR.</p>');
  expect(page).toContain('<dd>“fault”, in the operator’s own words</dd>');
  expect(page).toContain('<dd>cancelled, every stake came back (cancelled)</dd>');
  expect(page).toContain('<dd>being played (playing)</dd>');
  expect(page).toContain('<dd>6 of diamonds, ten of hearts</dd>');
  expect(page).toContain('<td>given back for a hand (refund, main)</td>');
});

test('the page has words for what happened, with the codes of the document beside them', async () => {
  const { roundId } = await dealSixteen();
  await casino.act(roundId, { type: 'stand', hand: '1.1' });
  const page = await pageOf(roundId);
  expect(page).toContain('<dd>play money, cards may be chosen (test)</dd>');
  expect(page).toContain('<dd>over, every bet is decided and paid (settled)</dd>');
  expect(page).toContain('<dd>American Blackjack (american-blackjack), rule set american-blackjack@1</dd>');
  expect(page).toContain(`<td>the operator, by an API key (key:${casino.keyId})</td>`);
  expect(page).toContain('<p>Total 16; stands (stood).</p>');
  expect(page).toMatch(/The bet 1\.1 was decided: (won \(win\)|lost \(lose\)); /);
  expect(page).toContain('<td>staked on a hand (stake, main)</td>');
  expect(page).toContain('read at GET /v1/games/american-blackjack/rules?version=1 of the server');
});

test('the page: whole, escaped, in American numbers, with cards that have names', async () => {
  const { roundId } = await dealSixteen();
  await casino.act(roundId, { type: 'stand', hand: '1.1' });
  const page = await pageOf(roundId);
  expect(page).toContain('<html lang="en">');
  expect(page).toMatch(/<title>Record of round [0-9a-f-]{36}<\/title>/);
  expect(page.match(/<h1>/g)).toHaveLength(1);
  expect(page).toContain('1,234.00 EUR');
  for (const name of ['9 of clubs', '7 of spades', '6 of diamonds', 'ten of hearts']) {
    expect(page).toContain(`<svg role="img" aria-label="${name}"`);
  }
  expect(page).toContain('&lt;b&gt;alice&lt;/b&gt;');
  expect(page).not.toMatch(/<b>|<link|<img|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="record">']);
  expect(page.match(/<table>/g)?.length).toBe(page.match(/<caption>/g)?.length);
  expect(page).not.toMatch(/undefined|\[object/);
  const record = await recordOf(roundId);
  expect(page).toContain(record.keyId);
  for (const { at, requestId } of record.events)
    expect([page.includes(at), page.includes(String(requestId))]).toEqual([true, true]);
});

test('the page brings along the very document that was signed, inside and to be saved', async () => {
  const { roundId } = await dealSixteen();
  const why = { reason: 'fault', note: 'It said </script><script>alert(1)</script> & <!-- no more.' };
  await casino.cancel(roundId, why);
  const page = await pageOf(roundId);
  const [, inside = ''] = /<script type="application\/json" id="record">([^]*?)<\/script>/.exec(page) ?? [];
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  const record = JSON.parse(inside) as Record;
  expect(record.round.id).toBe(roundId);
  expect(record.cancellation?.note).toBe(why.note);
  expect(page).toContain(`<dd>${record.signature}</dd>`);
  expect(page).toContain(`<dd>${record.proof?.hash}</dd>`);
  expect(await checked(record)).toBe('true');
  const link =
    /<a download="record-([0-9a-f-]{36})\.json" href="data:application\/json;charset=utf-8,([^"<>]+)">/.exec(
      page,
    );
  expect(link?.[1]).toBe(roundId);
  expect(JSON.parse(decodeURIComponent(link?.[2] ?? ''))).toEqual(record);
});

test('the page tells of insurance, of one hand and of the whole table', async () => {
  const cards = ['8c', 'Ad', '8s', '9h', '3c', 'Tc'];
  const classic = await casino.openSession({ gameId: 'classic-blackjack' });
  const { body: perHand } = await casino.deal(classic.id, { boxes: [{ box: 1, stake: 1000 }], cards });
  await casino.act(perHand.id, { type: 'insurance', hand: '1.1', accept: true });
  expect(await pageOf(perHand.id)).toContain(
    '<p>Insurance: stake 5.00 EUR; lost (lose), returned 0.00 EUR.</p>',
  );
  const infinite = await casino.openSession({ gameId: 'infinite-blackjack' });
  const hidden = ['9h', '8c', 'Kd', 'Ad', '8s'];
  const { body: forAll } = await casino.deal(infinite.id, {
    boxes: [{ box: 1, stake: 1000 }],
    cards: hidden,
  });
  await casino.act(forAll.id, { type: 'insurance', accept: true, amount: 400 });
  expect(await pageOf(forAll.id)).toContain(
    '<p>Insurance of the whole table: stake 4.00 EUR; not decided yet.</p>',
  );
});

test('it is for the operator who may read the history, and for nobody else', async () => {
  const { roundId, token } = await dealSixteen();
  const path = `/v1/rounds/${roundId}/record`;
  const stranger = await Casino.at(casino.app);
  const { status, body } = await stranger.get<Problem>(path);
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect((await stranger.get(path, { headers: { accept: 'text/html' } })).status).toBe(404);
  const { key } = await casino.app.addKey(casino.operatorId, ['play', 'wallet']);
  for (const url of [path, '/v1/audit/head']) {
    expect((await casino.get(url, { key })).status).toBe(403);
    expect((await casino.get(url, { key: token })).status).toBe(403);
    expect((await casino.get(url, { key: 'hc_nobody' })).status).toBe(401);
  }
  expect((await casino.get(path, { headers: { accept: 'image/png' } })).status).toBe(406);
});
