import type { DataSource, EntityManager } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';
import type { Mode, SessionRow } from '../../persistence/entities/sessions';
import { closeSession, findSession } from '../../persistence/sessions';
import { readBalance } from '../../persistence/wallets';
import { acknowledgeReminder, readReminder, type Reminder } from '../compliance/reminders';
import { orderedLimits } from '../games/game-limits';
import { playerKeyOf, walletSessionId } from '../ids';
import { slotOf } from '../players';
import { isRefusal, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { runOnce, type Whose } from '../run-once';
import type { SeedMaker } from '../fairness/seed-maker';
import { makeSessionToken } from './session-token';
import { openOrFind, type SessionPolicy, type SessionToOpen } from './sessions-open';

/** What sessions need of the play that goes on in them. */
export interface Play {
  /** The open round of a session as the session's caller may see it; null when there is none. */
  openRoundOf(db: EntityManager, playerKey: number, sessionId: string): Promise<object | null>;
  /** Starts the countdown of a table that rested because nobody was there; it may run already. */
  wakeTable(tableId: string): Promise<unknown>;
}

/** What a session knows of a person: kept in its row alone, which is cleared in time (SESSION_DATA_DAYS). */
type Person = Pick<SessionRow, 'lang' | 'country' | 'ip' | 'returnUrl'>;
const NOBODY: Person = { lang: null, country: null, ip: null, returnUrl: null };

export interface Session {
  readonly id: string;
  readonly status: 'open' | 'closed' | 'expired';
  readonly playerId: string;
  readonly gameId: string;
  readonly ruleSet: string;
  readonly mode: Mode;
  readonly currency: string;
  readonly tableId: string | null;
  readonly externalSessionId: string | null;
  readonly lang: string | null;
  readonly country: string | null;
  readonly ip: string | null;
  readonly returnUrl: string | null;
  readonly balance: number;
  readonly limits: TableLimits;
  readonly openRound: object | null;
  readonly reminder: Reminder | null;
  readonly openedAt: string;
  readonly expiresAt: string;
  readonly closedAt: string | null;
}

/** What only the one who opens a session is told: whoever holds the token plays for the player. */
export interface OpenedSession extends Session {
  readonly token: string;
  readonly launchUrl: string;
}

export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: SessionPolicy,
    private readonly tokenSecret: Buffer,
    private readonly seeds: SeedMaker,
    private readonly play: Play,
  ) {}

  /** Opens a session, 201; the one that is known by its `externalSessionId` already is given again, 200. */
  async open(request: Request, wanted: SessionToOpen): Promise<Answer<OpenedSession> | Refusal> {
    const whose = slotOf(request.caller.operatorId, wanted.playerId);
    const answer = await this.once(request, whose, async (tx, playerKey) => {
      const found = await openOrFind(tx, request, this.policy, this.seeds, playerKey, wanted);
      if (isRefusal(found)) return found;
      const body = await this.bodyOf(tx, found.session, request.now);
      return { status: found.created ? 201 : 200, body, replayed: false };
    });
    if (isRefusal(answer)) return answer;
    const { tableId } = answer.body;
    // After the commit, for only then is somebody there; a repeated request makes up for a process that died between.
    if (tableId !== null) await this.play.wakeTable(tableId);
    return { ...answer, body: this.withToken(answer.body, request.caller.operatorId) };
  }

  async read(request: Request, sessionId: string): Promise<Answer<Session> | Refusal> {
    const session = await reachableSession(this.dataSource.manager, request, sessionId);
    if (session === null) return notFound('session');
    return ok(await this.bodyOf(this.dataSource.manager, session, request.now));
  }

  /** Takes no new bets from now on; an open round can still be finished. Closing again changes nothing. */
  async close(request: Request, sessionId: string): Promise<Answer<Session> | Refusal> {
    return this.once(request, playerKeyOf(sessionId), async (tx) => {
      const session = await reachableSession(tx, request, sessionId);
      if (session === null) return notFound('session');
      const closedAt = session.closedAt ?? request.now;
      await closeSession(tx, session, closedAt);
      return ok(await this.bodyOf(tx, Object.assign(session, { closedAt }), request.now));
    });
  }

  /** The player has seen what he is reminded of: he may bet again. Where nothing is due this changes nothing; refused once it is over. */
  async acknowledgeReminder(request: Request, sessionId: string): Promise<Answer<Session> | Refusal> {
    return this.once(request, playerKeyOf(sessionId), async (tx) => {
      const session = await reachableSession(tx, request, sessionId);
      if (session === null) return notFound('session');
      const refusal = await acknowledgeReminder(tx, request, session);
      if (refusal !== null) return refusal;
      return ok(await this.bodyOf(tx, session, request.now));
    });
  }

  /**
   * Does the work once for each Idempotency-Key. What the answer tells of a person is not kept with it, but added when it
   * goes out, as the session's row has it by then: an answer given again tells no more than the session itself.
   */
  private async once(
    request: Request,
    whose: Whose,
    work: (tx: EntityManager, playerKey: number) => Promise<Answer<Session> | Refusal>,
  ): Promise<Answer<Session> | Refusal> {
    const done = { person: NOBODY };
    const answer = await runOnce<Session>(this.dataSource, request, whose, async (tx, playerKey) => {
      const result = await work(tx, playerKey);
      if (isRefusal(result)) return result;
      const { lang, country, ip, returnUrl } = result.body;
      done.person = { lang, country, ip, returnUrl };
      return { ...result, body: { ...result.body, ...NOBODY } };
    });
    if (isRefusal(answer)) return answer;
    const person = answer.replayed ? await this.personOf(request, answer.body.id) : done.person;
    return { ...answer, body: { ...answer.body, ...person } };
  }

  private async personOf({ caller }: Request, sessionId: string): Promise<Person> {
    const { manager } = this.dataSource;
    const session = await findSession(manager, caller.operatorId, playerKeyOf(sessionId), sessionId);
    if (session === null) throw new Error('Broken invariant: a session that an answer tells of stays');
    const { lang, country, ip, returnUrl } = session;
    return { lang, country, ip, returnUrl };
  }

  /** Added when the answer goes out: a token that is kept with the first answer could be read from the database. */
  private withToken({ id, ...session }: Session, operatorId: string): OpenedSession {
    const token = makeSessionToken(this.tokenSecret, { sessionId: id, operatorId });
    return { id, token, launchUrl: `/play/${id}#${token}`, ...session };
  }

  private async bodyOf(db: EntityManager, session: SessionRow, now: Date): Promise<Session> {
    const { playerKey, sessionId, currency } = session;
    return {
      id: sessionId,
      status: statusOf(session, now),
      playerId: session.playerId,
      gameId: session.gameId,
      ruleSet: `${session.gameId}@${session.ruleSetVersion}`,
      mode: session.mode,
      currency,
      tableId: session.tableId,
      externalSessionId: session.externalSessionId,
      lang: session.lang,
      country: session.country,
      ip: session.ip,
      returnUrl: session.returnUrl,
      balance: await readBalance(db, playerKey, currency, walletSessionId(session)),
      limits: orderedLimits(session.limits),
      openRound: await this.play.openRoundOf(db, playerKey, sessionId),
      reminder: await readReminder(db, session, now),
      openedAt: session.openedAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      closedAt: session.closedAt?.toISOString() ?? null,
    };
  }
}

export function statusOf({ closedAt, expiresAt }: SessionRow, now: Date): Session['status'] {
  if (closedAt !== null) return 'closed';
  return expiresAt.getTime() <= now.getTime() ? 'expired' : 'open';
}

/** The session of the caller's operator, or of his token; null for any other. */
export async function reachableSession(
  db: EntityManager,
  { caller }: Request,
  sessionId: string,
): Promise<SessionRow | null> {
  if (caller.sessionId !== null && caller.sessionId !== sessionId) return null;
  return findSession(db, caller.operatorId, playerKeyOf(sessionId), sessionId);
}
