import { randomUUID } from 'node:crypto';
import type { Reminder } from '../../src/application/compliance/reminders';
import { ReminderAcknowledgementRow } from '../../src/persistence/entities/compliance';
import { sealRecords } from '../../src/application/records/seal-records';
import { verify } from '../records/lab';
import { Casino, type Problem, type Reply } from '../support/casino';
import { command, NATURAL, openSession, pass, sessionOf, SIXTEEN } from './house';
import { soon } from './waiting';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
  await command(casino, ['set', 'operator-1', '--reminder-interval', '3600']);
});
afterAll(() => casino.close());

interface Reminded extends Problem {
  readonly reminder?: Reminder;
}

const HOUR = 3_600_000;
/** For so long a session lasts unless the installation says otherwise. */
const SESSION_SECONDS = 86_400;
const acknowledge = (id: string, key?: string): Promise<Reply<{ reminder: Reminder }>> =>
  casino.post(`/v1/sessions/${id}/reminder/acknowledge`, undefined, key === undefined ? {} : { key });
const reminderOf = async (id: string): Promise<Reminder | null> =>
  (await casino.get<{ reminder: Reminder | null }>(`/v1/sessions/${id}`)).body.reminder;

const acknowledgements = (sessionId: string): Promise<number> =>
  casino.app.dataSource.manager.countBy(ReminderAcknowledgementRow, { sessionId });

test('the session shows it; when it is due the next bet is held until it is acknowledged', async () => {
  const { id, token } = await casino.openSession({ gameId: 'american-blackjack' });
  const openedAt = casino.app.clock.now.getTime();
  const at = (ms: number): string => new Date(openedAt + ms).toISOString();
  const nothing = {
    intervalSeconds: 3600,
    dueAt: at(HOUR),
    elapsedSeconds: 0,
    staked: 0,
    returned: 0,
    net: 0,
  };
  expect(await reminderOf(id)).toEqual(nothing);
  expect((await casino.deal(id, NATURAL)).status).toBe(201);
  const lost = await casino.deal(id, SIXTEEN);
  pass(casino, HOUR - 1);
  // A round that is open does not count yet, and one that was cancelled never does.
  const won = { ...nothing, elapsedSeconds: 3599, staked: 1000, returned: 2500, net: 1500 };
  expect(await reminderOf(id)).toEqual(won);
  await casino.act(lost.body.id, { type: 'hit', hand: '1.1' });
  await casino.act(lost.body.id, { type: 'stand', hand: '1.1' });
  const { body: settled } = await casino.round(lost.body.id);
  const { body: cancelled } = await casino.deal(id, NATURAL);
  await casino.cancel(cancelled.id, { reason: 'test' });
  pass(casino, 5001);
  const due = { ...won, elapsedSeconds: 3605, staked: 2000, returned: 2500 + settled.returned };
  const key = { idempotencyKey: randomUUID(), key: token };
  const held = await casino.deal<Reminded>(id, SIXTEEN, key);
  const reminder = { ...due, net: due.returned - due.staked };
  expect(held).toMatchObject({ status: 409, body: { code: 'reminder_due', retryable: false, reminder } });
  expect(await reminderOf(id)).toEqual(reminder);
  const acknowledged = await acknowledge(id, token);
  const next = { ...reminder, dueAt: at(2 * HOUR + 5000) };
  expect(acknowledged).toMatchObject({ status: 200, body: { id, reminder: next } });
  const again = await casino.deal<Reminded>(id, SIXTEEN, key);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([held.text, 'true']);
  expect((await casino.deal(id, SIXTEEN)).status).toBe(201);
});

test('an open round is played to its end although the reminder is due', async () => {
  const id = await sessionOf(casino);
  const { body } = await casino.deal(id, SIXTEEN);
  pass(casino, HOUR);
  expect((await casino.act(body.id, { type: 'stand', hand: '1.1' })).status).toBe(200);
  expect((await casino.deal<Problem>(id, { rebet: true })).body.code).toBe('reminder_due');
});

test('what was acknowledged is on record: once, sealed, and never changed', async () => {
  const id = await sessionOf(casino);
  await casino.deal(id, NATURAL);
  // Before it is due there is nothing to acknowledge, and the next reminder is not put off.
  await acknowledge(id);
  pass(casino, HOUR);
  const replies = await Promise.all(Array.from({ length: 6 }, () => acknowledge(id)));
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { dataSource, clock } = casino.app;
  const rows = await dataSource.manager.findBy(ReminderAcknowledgementRow, { sessionId: id });
  expect(rows).toMatchObject([
    {
      at: clock.now,
      dueAt: clock.now,
      operatorId: casino.operatorId,
      elapsedSeconds: 3600,
      staked: 1000,
      returned: 2500,
      actor: `key:${casino.keyId}`,
    },
  ]);
  await expect(dataSource.query('DELETE FROM reminder_acknowledgements')).rejects.toThrow(/append-only/);
  await sealRecords(dataSource, clock.now);
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SET LOCAL session_replication_role = replica');
  await runner.query('UPDATE reminder_acknowledgements SET returned = 0 WHERE session_id = $1', [id]);
  const { code, lines } = await verify(runner.manager);
  await runner.rollbackTransaction();
  await runner.release();
  expect([code, lines[0]]).toEqual([
    1,
    expect.stringMatching(/reminder_acknowledgements .* changed: returned/),
  ]);
});

test('an interval of the session’s own counts where it is shorter than the operator’s', async () => {
  const id = await sessionOf(casino, randomUUID(), { reminderSeconds: 600 });
  expect(await reminderOf(id)).toMatchObject({ intervalSeconds: 600 });
  const patient = await sessionOf(casino, randomUUID(), { reminderSeconds: 86_400 });
  expect(await reminderOf(patient)).toMatchObject({ intervalSeconds: 3600 });
  pass(casino, 600_000);
  expect((await casino.deal<Problem>(id, NATURAL)).body.code).toBe('reminder_due');
  expect((await casino.deal<Problem>(patient, NATURAL)).status).toBe(201);
  pass(casino, HOUR - 600_000);
  expect((await casino.deal<Problem>(patient, NATURAL)).body.code).toBe('reminder_due');
  for (const reminderSeconds of [59, 86_401, 600.5, null]) {
    const refused = await openSession(casino, 'x', { reminderSeconds });
    expect([reminderSeconds, refused.status]).toEqual([reminderSeconds, 400]);
  }
});

test.each(['session_closed', 'session_expired'])('it ends with its session: %s', async (code) => {
  const player = randomUUID();
  const id = await sessionOf(casino, player, { reminderSeconds: 600 });
  await casino.deal(id, NATURAL);
  pass(casino, 300_000);
  if (code === 'session_closed') await casino.call('DELETE', `/v1/sessions/${id}`);
  else pass(casino, SESSION_SECONDS * 1000 - 300_000);
  const elapsedSeconds = code === 'session_closed' ? 300 : SESSION_SECONDS;
  const over = {
    intervalSeconds: 600,
    dueAt: null,
    elapsedSeconds,
    staked: 1000,
    returned: 2500,
    net: 1500,
  };
  expect(await reminderOf(id)).toEqual(over);
  pass(casino, HOUR);
  // What he plays in another session since then is none of its time.
  const next = await sessionOf(casino, player);
  expect((await casino.deal(next, NATURAL)).status).toBe(201);
  expect(await reminderOf(id)).toEqual(over);
  expect(await reminderOf(next)).toMatchObject({ staked: 1000, elapsedSeconds: 0 });
  const key = randomUUID();
  for (const idempotencyKey of [undefined, key, key]) {
    const path = `/v1/sessions/${id}/reminder/acknowledge`;
    const { status, body } = await casino.post<Problem>(path, undefined, {
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    expect([status, body.code]).toEqual([409, code]);
  }
  expect(await acknowledgements(id)).toBe(0);
});

test('who acknowledges while the session is being closed comes too late', async () => {
  const id = await sessionOf(casino);
  pass(casino, HOUR);
  const { dataSource, clock } = casino.app;
  const acknowledged = await dataSource.transaction(async (tx) => {
    await tx.query('UPDATE sessions SET closed_at = $2 WHERE session_id = $1', [id, clock.now]);
    const waiting = acknowledge(id);
    expect(await Promise.race([waiting, soon(200)])).toBe('not yet');
    return { waiting };
  });
  const { status, body } = await acknowledged.waiting;
  expect([status, body]).toEqual([409, expect.objectContaining({ code: 'session_closed' })]);
  expect(await acknowledgements(id)).toBe(0);
});

test('another session’s token, and another operator, find nothing to acknowledge', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { token } = await casino.openSession({ gameId: 'american-blackjack' });
  expect((await acknowledge(id, token)).status).toBe(404);
  expect((await acknowledge(id, (await Casino.at(casino.app)).key)).status).toBe(404);
});

test('where nobody set an interval there is no reminder; one that is set counts for open sessions at once', async () => {
  await command(casino, ['set', 'operator-1', '--reminder-interval', '0']);
  const id = await sessionOf(casino);
  pass(casino, 3 * HOUR);
  expect(await reminderOf(id)).toBeNull();
  expect((await acknowledge(id)).body.reminder).toBeNull();
  expect((await casino.deal(id, NATURAL)).status).toBe(201);
  await command(casino, ['set', 'operator-1', '--reminder-interval', '1800']);
  expect((await casino.deal<Problem>(id, NATURAL)).body.code).toBe('reminder_due');
});
