import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { NIL_ID } from '../../src/application/ids';
import { createDataSource } from '../../src/database/data-source';
import { reconcileBooks } from '../../src/operations/reconcile-books';
import { entities } from '../../src/persistence/entities';
import { grantPlayMoney, moveCash } from '../../src/persistence/wallets';
import { createTestDatabase, type TestDatabase } from '../support/database';

const OPERATOR = randomUUID();

let database: TestDatabase;
let dataSource: DataSource;
let lastPlayer = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource(database.url, 2, entities).initialize();
  lastPlayer = 0;
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function reconcile(playersPerBatch = 2): Promise<{ found: number; lines: string[] }> {
  const lines: string[] = [];
  const found = await reconcileBooks(dataSource, (line) => lines.push(line), playersPerBatch);
  return { found, lines };
}

/** The differences alone, without the summary. */
async function differences(): Promise<string[]> {
  const { found, lines } = await reconcile();
  return lines.slice(0, found);
}

async function addPlayer(): Promise<number> {
  lastPlayer += 1;
  await dataSource.query(
    `INSERT INTO players (player_key, operator_id, player_id, created_at, updated_at) VALUES ($1, $2, $3, now(), now())`,
    [lastPlayer, OPERATOR, `player-${lastPlayer}`],
  );
  return lastPlayer;
}

async function deposit(
  playerKey: number,
  amount: number,
  transactionId: string = randomUUID(),
): Promise<void> {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const who = { operatorId: OPERATOR, playerKey, playerId: `player-${playerKey}`, currency: 'EUR' };
  await moveCash(dataSource.manager, { ...who, transactionId, type: 'deposit', amount, now });
}

type Move = readonly [kind: 'stake' | 'payout' | 'refund' | 'reversal', amount: number];

/** One round in one go, as the hot write leaves it: the round, its transfers, the wallet. */
async function addRound(
  playerKey: number,
  status: string,
  moves: readonly Move[],
  inPlay = 0,
): Promise<string> {
  const roundId = randomUUID();
  const sumOf = (...kinds: string[]): number =>
    moves.reduce((sum, [kind, amount]) => (kinds.includes(kind) ? sum + amount : sum), 0);
  const ended = status === 'settled' || status === 'cancelled';
  await dataSource.query(
    `INSERT INTO rounds (player_key, round_id, session_id, operator_id, player_id, game_id, rule_set_version, mode,
       currency, limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, staked, returned, in_play, bets, dealt_at,
       deadline, ended_at)
     VALUES ($1, $2, gen_random_uuid(), $3, 'p', 'g', 1, 'real', 'EUR', '{}', 1, 1, '', 0, '{}', $4, 1, $5, $6, $7, '[]',
       now(), now(), $8)`,
    [
      playerKey,
      roundId,
      OPERATOR,
      status,
      sumOf('stake'),
      sumOf('payout', 'refund') - sumOf('reversal'),
      inPlay,
      ended ? new Date() : null,
    ],
  );
  for (const [kind, amount] of moves) {
    const leaves = kind === 'stake' || kind === 'reversal';
    await dataSource.query(
      `WITH wallet AS (
         UPDATE wallets SET balance = balance + $4, entry_count = entry_count + 1
         WHERE player_key = $1 AND currency = 'EUR' AND session_id = $2 RETURNING *
       )
       INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
         credit_account, amount, balance_after, round_id, round_version, bet, at)
       SELECT $1, 'EUR', $2, entry_count, $3, $5, 'test', $6, $7, $8, balance, $9, 1, '1.1', now() FROM wallet`,
      [
        playerKey,
        NIL_ID,
        OPERATOR,
        leaves ? -amount : amount,
        kind,
        leaves ? 'player' : 'house',
        leaves ? 'house' : 'player',
        amount,
        roundId,
      ],
    );
  }
  return roundId;
}

async function corrupt(sql: string): Promise<void> {
  for (const table of ['transfers', 'wallet_transactions']) {
    await dataSource.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  await dataSource.query(sql);
}

const wallet = (playerKey: number): string => `wallet of player key ${playerKey} in EUR, session ${NIL_ID}`;

describe('books that are right', () => {
  test('are found so, in batches of any size, with a summary', async () => {
    for (let count = 0; count < 5; count++) {
      const player = await addPlayer();
      await deposit(player, 1000);
      await addRound(player, 'settled', [
        ['stake', 100],
        ['stake', 100],
        ['payout', 400],
      ]);
      await addRound(player, 'settled', [['stake', 100]]);
      await addRound(player, 'cancelled', [
        ['stake', 100],
        ['payout', 250],
        ['refund', 100],
        ['reversal', 250],
      ]);
      await addRound(
        player,
        'playing',
        [
          ['stake', 100],
          ['payout', 20],
        ],
        90,
      );
      const sessionId = randomUUID();
      const grant = {
        playerKey: player,
        currency: 'FUN',
        sessionId,
        operatorId: OPERATOR,
        amount: 50,
        now: new Date(),
      };
      await grantPlayMoney(dataSource.manager, grant);
    }
    for (const playersPerBatch of [1, 2, 5, 6]) {
      expect(await reconcile(playersPerBatch)).toEqual({
        found: 0,
        lines: [
          'EUR: 5 wallets, 55 transfers; players 5100, house -100, cashier -5000, mint 0 (minor units)',
          'FUN of play sessions: 5 wallets, 5 transfers; players 250, house 0, cashier 0, mint -250 (minor units)',
          'The books are right.',
        ],
      });
    }
  });

  test('are found so when there are none', async () => {
    expect(await reconcile()).toEqual({ found: 0, lines: ['The books are right.'] });
  });
});

describe('a difference is found:', () => {
  beforeEach(async () => {
    for (let count = 0; count < 3; count++) await deposit(await addPlayer(), 1000, `d-${count + 1}`);
    expect(await differences()).toEqual([]);
  });

  test('a balance that its transfers do not make', async () => {
    await corrupt('UPDATE wallets SET balance = 900 WHERE player_key = 2');
    expect(await differences()).toEqual([
      `${wallet(2)}: balance is 900, its transfers add up to 1000`,
      'accounts in EUR: they add up to -100 instead of 0',
    ]);
  });

  test('a wrong count of entries', async () => {
    await corrupt('UPDATE wallets SET entry_count = 2 WHERE player_key = 2');
    expect(await differences()).toEqual([`${wallet(2)}: entry_count is 2, it has 1 transfers`]);
  });

  test('a wallet without transfers, and transfers without a wallet, also of no player', async () => {
    await corrupt(
      'DELETE FROM wallets WHERE player_key = 3; UPDATE players SET player_key = 9 WHERE player_key = 3',
    );
    await corrupt(`INSERT INTO wallets VALUES (99, 'EUR', '${NIL_ID}', 1000, 0, now())`);
    expect((await differences()).sort()).toEqual([
      `${wallet(3)}: 1 transfers, but no wallet`,
      `${wallet(99)}: balance is 1000, its transfers add up to 0`,
    ]);
  });

  test('a gap between entries', async () => {
    await corrupt('UPDATE transfers SET entry_no = 2 WHERE player_key = 1');
    expect(await differences()).toEqual([`${wallet(1)}: entry 2 follows entry 0`]);
  });

  test('a balance that does not follow from the one before', async () => {
    await addRound(1, 'settled', [['stake', 100]]);
    await corrupt(`UPDATE transfers SET balance_after = 800 WHERE player_key = 1 AND kind = 'stake'`);
    expect(await differences()).toEqual([
      `${wallet(1)}: entry 2 moves -100 from a balance of 1000 and leaves 800`,
    ]);
  });

  test('a balance below zero', async () => {
    await dataSource.query('ALTER TABLE wallets DROP CONSTRAINT wallets_balance_range');
    await dataSource.query('ALTER TABLE transfers DROP CONSTRAINT transfers_balance_range');
    await addRound(2, 'settled', [['stake', 1500]]);
    expect(await differences()).toEqual([
      `${wallet(2)}: balance -500 is below zero`,
      `${wallet(2)}: entry 2 leaves -500, below zero`,
    ]);
  });

  test('a changed amount', async () => {
    const round = await addRound(2, 'settled', [
      ['stake', 100],
      ['payout', 200],
    ]);
    await corrupt(`UPDATE transfers SET amount = 250 WHERE player_key = 2 AND kind = 'payout'`);
    expect(await differences()).toEqual([
      `${wallet(2)}: balance is 1100, its transfers add up to 1150`,
      `${wallet(2)}: entry 3 moves 250 from a balance of 900 and leaves 1100`,
      `round ${round} of player key 2: returned is 200, its payouts, refunds and reversals add up to 250`,
      'accounts in EUR: they add up to -50 instead of 0',
    ]);
  });

  test('a round that says otherwise than its transfers', async () => {
    const round = await addRound(2, 'settled', [
      ['stake', 100],
      ['payout', 200],
    ]);
    await corrupt('UPDATE rounds SET staked = 90, returned = 210');
    expect(await differences()).toEqual([
      `round ${round} of player key 2: staked is 90, its stakes add up to 100`,
      `round ${round} of player key 2: returned is 210, its payouts, refunds and reversals add up to 200`,
    ]);
  });

  test('a round without transfers, and transfers without a round', async () => {
    const lost = await addRound(1, 'settled', [['stake', 100]]);
    const unpaid = await addRound(2, 'settled', [['stake', 100]]);
    await corrupt(`UPDATE rounds SET round_id = '${NIL_ID}' WHERE round_id = '${lost}'`);
    await corrupt(`UPDATE transfers SET round_id = '${lost}' WHERE round_id = '${unpaid}'`);
    expect((await differences()).sort()).toEqual(
      [
        `round ${NIL_ID} of player key 1: staked is 100, its stakes add up to 0`,
        `round ${lost} of player key 1: transfers of 100 staked and 0 returned, but no round`,
        `round ${unpaid} of player key 2: staked is 100, its stakes add up to 0`,
        `round ${lost} of player key 2: transfers of 100 staked and 0 returned, but no round`,
      ].sort(),
    );
  });

  test('a cancelled round that does not come out even', async () => {
    const round = await addRound(2, 'cancelled', [
      ['stake', 100],
      ['refund', 90],
    ]);
    expect(await differences()).toEqual([
      `round ${round} of player key 2: cancelled with 100 staked and 90 given back`,
    ]);
  });

  test('money in play that cannot be', async () => {
    const open = await addRound(1, 'playing', [['stake', 100]], 101);
    await dataSource.query('ALTER TABLE rounds DROP CONSTRAINT rounds_nothing_in_play_when_ended');
    const ended = await addRound(2, 'settled', [['stake', 100]], 60);
    expect(await differences()).toEqual([
      `round ${open} of player key 1: 101 in play of 100 staked`,
      `round ${ended} of player key 2: settled with 60 in play`,
    ]);
  });

  test('a round whose money moved in another wallet', async () => {
    const round = await addRound(1, 'settled', [['stake', 100]]);
    await corrupt(`UPDATE rounds SET mode = 'demo'`);
    expect(await differences()).toEqual([
      `round ${round} of player key 1: its money moved in another wallet`,
    ]);
  });

  const transaction = (id: string, player: number): string =>
    `transaction ${id} of operator ${OPERATOR}, player key ${player}`;

  test('a transaction without its transfer', async () => {
    await corrupt(`UPDATE transfers SET transaction_id = 'other' WHERE player_key = 2`);
    expect((await differences()).sort()).toEqual([
      `${transaction('d-2', 2)}: no transfer`,
      `${transaction('other', 2)}: 1 transfers, but no transaction`,
    ]);
  });

  test('a transaction with two transfers', async () => {
    await deposit(2, 5, 'd-9');
    await corrupt(`UPDATE transfers SET transaction_id = 'd-2' WHERE transaction_id = 'd-9'`);
    expect((await differences()).sort()).toEqual([
      `${transaction('d-2', 2)}: 2 transfers`,
      `${transaction('d-9', 2)}: no transfer`,
    ]);
  });

  test.each([
    `type = 'withdrawal'`,
    'amount = 999',
    `currency = 'USD'`,
    'balance_before = 1',
    'balance_after = 999',
    `at = at + interval '1 second'`,
  ])('a transaction that says otherwise than its transfer: %s', async (change) => {
    await corrupt(`UPDATE wallet_transactions SET ${change} WHERE transaction_id = 'd-2'`);
    expect(await differences()).toEqual([`${transaction('d-2', 2)}: its transfer says otherwise`]);
  });
});
