import { randomBytes } from 'node:crypto';
import { playerKeyOf } from '../../src/application/ids';
import { sealRecords } from '../../src/application/records/seal-records';
import { runAuditCommand } from '../../src/operations/audit-run';
import { SeedVault } from '../../src/randomness/seed-vault';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { Copy, verify } from './lab';

/** Of server seeds the commitments are sealed, with the rounds; the rest has to follow from them and the course of things. */
const KEY = randomBytes(32).toString('hex');
let casino: Casino;
let copy: Copy;
let session: OpenSession;

beforeAll(async () => {
  casino = await Casino.open({ seedKeys: [KEY] });
  const { dataSource, clock } = casino.app;
  copy = new Copy(dataSource, (dataSource.options as { url: string }).url, () => Promise.resolve());
  session = await casino.openSession({ gameId: 'american-blackjack' });
  for (let count = 0; count < 2; count++) {
    const { body } = await casino.deal(session.id, { boxes: [{ box: 1, stake: 1000 }] });
    if (body.status !== 'settled') await casino.act(body.id, { type: 'stand-all' });
  }
  for (let count = 0; count < 2; count++) {
    expect((await casino.post(`/v1/sessions/${session.id}/fairness/rotate`, undefined)).status).toBe(200);
  }
  await HttpTable.open(casino);
  await sealRecords(dataSource, clock.now);
});
afterAll(() => casino.close());

async function audited(edits: readonly string[], keys?: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const command = { type: 'verify', operator: null, headPath: null, keysPath: null } as const;
  await copy.edited(edits, (db) =>
    runAuditCommand(db, command, (line) => lines.push(line), new Date(), keys),
  );
  return lines;
}

async function findings(edits: readonly string[], keys = [KEY]): Promise<string[]> {
  return (await audited(edits, keys)).filter((line) => /^(no )?operator/.test(line));
}

const seed = (change: string, number: number): string =>
  `UPDATE seeds SET ${change} WHERE session_id = '${session.id}' AND seed_no = ${number}`;
const said = (number: number, what: string): string =>
  `operator operator-1: seeds ${playerKeyOf(session.id)}/${session.id}/${number} ${what}`;

test('what nobody touched is sound, and says what could not be opened without the key', async () => {
  const sound = 'Nothing was changed, removed or inserted.';
  expect((await audited([], [KEY])).slice(1)).toEqual([sound]);
  const unopened = 'Seeds that were not opened, for their key is not at hand (SEED_KEY): 3.';
  expect((await audited([])).slice(1)).toEqual([unopened, sound]);
  expect((await audited([], ['ab'.repeat(32)])).slice(1)).toEqual([unopened, sound]);
  expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
});

describe('verify names it when somebody', () => {
  test('wipes a revealed seed', async () => {
    const what = 'was changed: it was revealed when the one after it was made, and is not any more';
    expect(await findings([seed('revealed_seed = NULL, revealed_at = NULL', 1)])).toEqual([said(1, what)]);
    const gone = 'was changed: it was revealed, and the revealed seed is gone';
    expect(await findings([seed('revealed_seed = NULL', 1)])).toEqual([said(1, gone)]);
  });

  test('takes back that it was revealed', async () => {
    const unchecked = 'ALTER TABLE seeds DROP CONSTRAINT seeds_revealed_as_committed';
    const what = 'was changed: it is kept in plain, and was not revealed';
    expect(await findings([unchecked, seed('revealed_at = NULL', 1)])).toEqual([said(1, what)]);
  });

  test('exchanges a revealed seed', async () => {
    const unchecked = 'ALTER TABLE seeds DROP CONSTRAINT seeds_revealed_as_committed';
    const what = 'was changed: the revealed seed is not the one that was committed to';
    const forged = `revealed_seed = sha256('x')`;
    expect(await findings([unchecked, seed(forged, 2)])).toEqual([said(2, what)]);
    // Of the first one the commitment is sealed: with it exchanged as well, its round says so.
    const both = `${forged}, commitment = sha256(sha256('x'))`;
    expect((await findings([unchecked, seed(both, 1)])).join('\n')).toMatch(/round_steps .* was changed/);
  });

  test('removes one from the middle, or the last', async () => {
    const removed = (number: number): string =>
      `DELETE FROM seeds WHERE session_id = '${session.id}' AND seed_no = ${number}`;
    expect(await findings([removed(2)])).toEqual([
      said(3, 'does not follow the one before it, which was removed'),
    ]);
    expect(await findings([removed(3)])).toEqual([
      said(2, 'was changed: it is revealed, and none was made after it'),
    ]);
  });

  test('has a count used again', async () => {
    expect(await findings([seed('next_nonce = 1', 1)])).toEqual([
      said(1, 'was changed: next_nonce, which a round has used already'),
    ]);
  });

  test('exchanges a secret seed, with the key or without', async () => {
    expect(await findings([seed(`sealed_seed = decode(repeat('00', 60), 'hex')`, 3)])).toEqual([
      said(3, 'was changed: the key that it names does not open it'),
    ]);
    const place = { sessionId: session.id, seedNo: 3 };
    const forged = new SeedVault([Buffer.from(KEY, 'hex')]).seal(randomBytes(32), place).toString('hex');
    expect(await findings([seed(`sealed_seed = decode('${forged}', 'hex')`, 3)])).toEqual([
      said(3, 'was changed: what is encrypted is not the seed that was committed to'),
    ]);
  });

  test('does so to another operator, of whom nobody asked', async () => {
    const other = await Casino.at(casino.app);
    const lines: string[] = [];
    const command = { type: 'verify', operator: 'operator-2', headPath: null, keysPath: null } as const;
    await other.openSession({ gameId: 'american-blackjack' });
    await copy.edited([seed('revealed_seed = NULL, revealed_at = NULL', 1)], (db) =>
      runAuditCommand(db, command, (line) => lines.push(line), new Date(), [KEY]),
    );
    expect(lines.at(-1)).toBe('Nothing was changed, removed or inserted.');
  });
});
