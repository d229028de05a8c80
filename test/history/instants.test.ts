import { firstIdAt, instantOf } from '../../src/application/history/instants';
import { newId } from '../../src/application/ids';

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00.000Z'],
  ['2025-12-31T18:30:00.5-05:30', '2026-01-01T00:00:00.500Z'],
  ['2026-01-01T00:00:00.123000Z', '2026-01-01T00:00:00.123Z'],
  ['2026-01-01T00:00:00.123001Z', '2026-01-01T00:00:00.124Z'],
  ['2026-01-01T23:59:59.999000001Z', '2026-01-02T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(instantOf(text)?.toISOString()).toBe(instant);
});

test.each([
  '',
  '2026-01-01',
  '2026-01-01T00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01 00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+0200',
  '2026-01-01T00:00:00.Z',
  '1767225600000',
])('%j is no time in RFC 3339', (text) => {
  expect(instantOf(text)).toBeNull();
});

test('the first id at a time lies below every id of that millisecond and above all before it', () => {
  const at = new Date('2026-01-01T00:00:00.123Z');
  const bound = firstIdAt(at);
  for (const playerKey of [1, 2 ** 50 - 1]) {
    expect(newId(playerKey, at) > bound).toBe(true);
    expect(newId(playerKey, new Date(at.getTime() - 1)) < bound).toBe(true);
  }
  expect(firstIdAt(new Date('1969-12-31T23:59:59Z'))).toBe('00000000-0000-0000-0000-000000000000');
});
