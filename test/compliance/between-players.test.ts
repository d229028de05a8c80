import { randomUUID } from 'node:crypto';
import { NIL_ID, playerKeyOf } from '../../src/application/ids';
import { Casino } from '../support/casino';

/** The ledger itself knows no transfer from one player to another: not even whoever writes to the database can make one. */
let casino: Casino;
let ann: number;

beforeAll(async () => {
  casino = await Casino.open();
  await casino.deposit('ann', 1000);
  const session = { gameId: 'american-blackjack', playerId: 'ann', mode: 'real' };
  ann = playerKeyOf((await casino.openSession(session)).id);
});
afterAll(() => casino.close());

const KINDS = ['deposit', 'withdrawal', 'grant', 'stake', 'payout', 'refund', 'reversal', 'gift'] as const;
const ACCOUNTS = ['player', 'house', 'cashier', 'mint'] as const;
type Kind = (typeof KINDS)[number];

/** From where to where money of each kind goes; a kind that nobody knows goes nowhere. */
const WAYS: Readonly<Record<Kind, string>> = {
  deposit: 'cashier → player',
  withdrawal: 'player → cashier',
  grant: 'mint → player',
  stake: 'player → house',
  payout: 'house → player',
  refund: 'house → player',
  reversal: 'player → house',
  gift: '',
};

/** Tries to write one transfer and undoes it: null when the database took it, or the constraint that it broke. */
async function faultOf(kind: Kind, debit: string, credit: string): Promise<string | null> {
  const runner = casino.app.dataSource.createQueryRunner();
  await runner.startTransaction();
  const isOfRound = ['stake', 'payout', 'refund', 'reversal'].includes(kind);
  const isCash = ['deposit', 'withdrawal'].includes(kind);
  try {
    await runner.query(
      `INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
         credit_account, amount, balance_after, round_id, round_version, transaction_id, at)
       VALUES ($1, 'EUR', $2, 2, $3, $4, 'test', $5, $6, 100, 900, $7, $8, $9, now())`,
      [
        ann,
        NIL_ID,
        casino.operatorId,
        kind,
        debit,
        credit,
        isOfRound ? randomUUID() : null,
        isOfRound ? 1 : null,
        isCash ? randomUUID() : null,
      ],
    );
    return null;
  } catch (error) {
    const { constraint } = (error as { driverError: { constraint?: string } }).driverError;
    return constraint ?? String(error);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

test.each(KINDS)(
  'a transfer of kind %s goes its one way, and from player to player none does',
  async (kind) => {
    for (const debit of ACCOUNTS) {
      for (const credit of ACCOUNTS) {
        const way = `${debit} → ${credit}`;
        const expected = way === WAYS[kind] ? null : 'transfers_accounts';
        expect([way, await faultOf(kind, debit, credit)]).toEqual([way, expected]);
      }
    }
  },
);
