import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableShoeBody } from '../../src/application/fairness/table-shoes';
import type { RoundDocument } from '../../src/application/records/record-parts';
import { transcriptAfter } from '../../src/application/tables/loaded-table';
import type { RecordedStep } from '../../src/persistence/rounds/round-record';
import { Casino } from '../support/casino';
import { playShoes, type PlayedShoes } from './played-shoes';

/** What docs/fairness.md says of the salt of a table's shoe, and nothing of ours. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Record<string, unknown>;
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`).join(',')}}`;
}

function hashAfter(before: string, roundId: string, steps: readonly object[]): string {
  return createHash('sha256')
    .update(`${before}\n${roundId}\n${canonical(steps)}`)
    .digest('hex');
}

describe('the vector', () => {
  interface SaltVector {
    readonly rounds: readonly {
      readonly id: string;
      readonly steps: readonly object[];
      readonly hash: string;
    }[];
  }
  const { rounds } = JSON.parse(
    readFileSync(join(__dirname, '../vectors/salts/rounds.json'), 'utf8'),
  ) as SaltVector;

  test('is what the page says, and what the server makes', () => {
    let told = '0'.repeat(64);
    let made = told;
    for (const { id, steps, hash } of rounds) {
      told = hashAfter(told, id, steps);
      made = transcriptAfter(made, id, steps as RecordedStep[]);
      expect([told, made]).toEqual([hash, hash]);
    }
    expect(rounds).toHaveLength(3);
  });
});

describe('over HTTP, from the signed records of the rounds', () => {
  let casino: Casino;
  let played: PlayedShoes;
  let records: RoundDocument[];
  let shoes: TableShoeBody[];

  beforeAll(async () => {
    casino = await Casino.open();
    played = await playShoes(casino);
    shoes = (await played.table.call<{ items: TableShoeBody[] }>('GET', '/shoes')).body.items.toReversed();
    records = await recordsOf(played.table.id);
  }, 240_000);
  afterAll(() => casino.close());

  async function recordsOf(tableId: string): Promise<RoundDocument[]> {
    const ids = new Set<string>();
    let cursor = '';
    for (;;) {
      const path = `/v1/rounds?tableId=${tableId}&limit=100${cursor}`;
      const { body } = await casino.get<{ items: { id: string }[]; nextCursor: string | null }>(path);
      for (const { id } of body.items) ids.add(id);
      if (body.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
    const read = await Promise.all(
      [...ids].map(async (id) => (await casino.get<RoundDocument>(`/v1/rounds/${id}/record`)).body),
    );
    return read.sort((one, other) => (`${one.round.dealtAt}` < `${other.round.dealtAt}` ? -1 : 1));
  }

  /** The steps as the salt is made of them, by the words of the page. */
  function hashedSteps({ proof, events, cancellation }: RoundDocument): object[] {
    const steps = (proof?.steps ?? []).map((step, index) => {
      const choice = events.find((event) => event.version === index + 1 && event.type === 'chose') as
        { readonly by: string; readonly chosen?: string } | undefined;
      if (choice === undefined) return { ...step, by: 'table' };
      const { by, chosen } = choice;
      return { ...step, by, ...(chosen === undefined ? {} : { chosen }) };
    });
    const isBrokenOff = cancellation !== null && cancellation.statusBefore !== 'settled';
    return isBrokenOff ? [...steps, { type: 'cancel' }] : steps;
  }

  test('an operator makes the salts of the second shoe and of the third again', () => {
    expect(shoes.map(({ number }) => number)).toEqual([1, 2, 3]);
    let transcript = '0'.repeat(64);
    for (const { number, salt } of shoes) {
      if (number > 1) expect({ number, salt }).toEqual({ number, salt: transcript });
      for (const record of records.filter(({ proof }) => proof?.seedNo === number)) {
        transcript = hashAfter(transcript, record.round.id, hashedSteps(record));
      }
    }
  });

  test('among the rounds are those that differ', () => {
    const of = (id: string): object[] =>
      hashedSteps(records.find(({ round }) => round.id === id) as RoundDocument);
    expect(of(played.degraded)).toContainEqual(expect.objectContaining({ by: 'ahead', chosen: 'double' }));
    expect(of(played.degraded)).toContainEqual(expect.objectContaining({ by: 'player' }));
    expect(of(played.brokenOff).at(-1)).toEqual({ type: 'cancel' });
    expect(of(played.cancelledLate).at(-1)).not.toEqual({ type: 'cancel' });
    const late = records.find(({ round }) => round.id === played.cancelledLate);
    expect(late?.round.status).toBe('cancelled');
  });
});
