import { PHASES, type Phase } from '../../../src/domain/table/table';
import { TRANSITIONS } from '../../../src/domain/table/phases';
import { change } from '../../../src/domain/table/running';
import { LIMITS } from '../../support/hands';
import { MemoryTable, SECONDS } from '../../support/memory-table';

function table(): MemoryTable {
  const opened = new MemoryTable();
  for (const player of ['ann', 'bob', 'cyd']) opened.enters(player, { balance: 10_000 });
  return opened;
}

/** How to get there: cards and commands; the phase that they lead to. */
const PATHS: Readonly<Record<Exclude<Phase, 'closed'>, readonly [cards: string, commands: string]>> = {
  betting: ['', 'ann seat 1 1000, bob behind 1 500'],
  insurance: ['Ts Ac 9s 9d', 'ann seat 1 1000, bob behind 1 500, time, bob insure'],
  deciding: ['Ts 6c 9s 8d', 'ann seat 1 1000, bob behind 1 500, time'],
  result: ['As 6c Ks 8d', 'ann seat 1 1000, bob behind 1 500, time'],
  paused: ['Ts 6c 9s 8d', 'ann seat 1 1000, bob behind 1 500, time, pause'],
};

function inPhase(phase: Exclude<Phase, 'closed'>): MemoryTable {
  const [cards, commands] = PATHS[phase];
  const at = table();
  if (cards !== '') at.deals(cards);
  at.does(commands);
  expect(at.table.phase).toBe(phase);
  return at;
}

const RUNNING = ['betting', 'insurance', 'deciding', 'result'] as const;

/** A transition and the commands that take it. */
const TAKEN: readonly (readonly [from: Exclude<Phase, 'closed'>, to: Phase, commands: string])[] = [
  ['betting', 'betting', 'ann back, time'],
  ['betting', 'paused', 'pause'],
  ['betting', 'closed', 'close'],
  ['insurance', 'deciding', 'time'],
  ['insurance', 'paused', 'pause'],
  ['insurance', 'result', 'cancel'],
  ['deciding', 'result', 'ann stand 1.1'],
  ['deciding', 'deciding', 'ann hit 1.1'],
  ['deciding', 'paused', 'pause'],
  ['result', 'betting', 'time'],
  ['result', 'paused', 'pause'],
  ['result', 'closed', 'close, time'],
  ['paused', 'deciding', 'resume'],
  ['paused', 'result', 'cancel, resume'],
];

describe('phases', () => {
  test('every phase can be reached from bets, and only a closed table leads nowhere', () => {
    const reached = new Set<Phase>(['betting']);
    for (const phase of reached) for (const next of TRANSITIONS[phase]) reached.add(next);
    expect([...reached].sort()).toEqual([...PHASES].sort());
    expect(PHASES.filter((phase) => TRANSITIONS[phase].length === 0)).toEqual(['closed']);
  });

  test.each(TAKEN)('%s leads to %s: %s', (from, to, commands) => {
    expect(TRANSITIONS[from]).toContain(to);
    const at = from === 'deciding' && to === 'deciding' ? table().deals('2s 6c 3s 8d 4s') : inPhase(from);
    if (at.table.phase !== from) at.does(PATHS.deciding[1]);
    expect(at.does(commands).table.phase).toBe(to);
    expect(at.happened).toContainEqual({ type: 'phase', phase: to, endsAt: at.table.endsAt });
  });

  test.each(['result', 'deciding'] as const)(
    'a table is closed at once that was paused after its round: %s',
    (phase) => {
      const at = inPhase(phase).does(phase === 'result' ? 'pause' : 'pause, cancel');
      at.does('close');
      expect(at.table).toMatchObject({ phase: 'closed', paused: null, endsAt: null });
      expect([at.round, at.seated]).toEqual([null, '']);
      expect([...at.sheets.values()].flatMap(({ bets }) => bets)).toEqual([]);
    },
  );

  test('a cancelled round may be closed while it is paused', () => {
    const at = inPhase('betting').does('pause, close');
    expect(at.table).toMatchObject({ phase: 'closed', paused: null, endsAt: null });
  });

  test.each(['paused', 'closed'] as const)('time ends nothing while the table is %s', (phase) => {
    const at = inPhase('deciding');
    if (phase === 'paused') at.does('pause');
    else at.does('close, time, time');
    const before = JSON.stringify(at.table);
    at.does('wait 1000000, tick');
    expect(JSON.stringify(at.table)).toBe(before);
    expect(at.tries('advance')).toEqual({ code: `table_${phase}` });
  });

  test('advance ends each phase as if its time were over', () => {
    const at = inPhase('insurance');
    at.does('advance');
    expect(at.table.phase).toBe('deciding');
    at.does('advance');
    expect(at.table.phase).toBe('result');
    at.does('advance');
    expect(at.table.phase).toBe('betting');
    at.does('advance');
    expect(at.seated).toBe('1 ann sits out');
  });
});

test('every countdown is for a round of its own, also after one without bets and after a rest', () => {
  const at = table();
  const roundIds = [at.table.roundId];
  const does = (commands: string): void => void roundIds.push(at.does(commands).table.roundId);
  does('ann seat 1 1000, ann back');
  does('time');
  at.attended = false;
  does('time');
  expect(at.table.endsAt).toBeNull();
  does('wait 3600000, ann seat 1 1000');
  expect(at.table.endsAt).toBe(at.now + 1000 * SECONDS.betting);
  expect(new Set(roundIds).size).toBe(5);
  // What was bet on is dealt.
  does('bob behind 1 500');
  does('time');
  expect(new Set(roundIds).size).toBe(5);
  expect(at.round).not.toBeNull();
});

describe('DX-28: an interrupted game', () => {
  test.each(RUNNING)('DX-28: goes on in %s with the time that was left', (phase) => {
    const at = inPhase(phase);
    const left = (at.table.endsAt ?? 0) - at.now - 1500;
    const { round, sheets } = at;
    at.does('wait 1500, pause, wait 3600000');
    expect(at.table).toMatchObject({ phase: 'paused', endsAt: null, paused: { phase, leftMs: left } });
    at.does('tick, resume');
    expect(at.table).toMatchObject({ phase, endsAt: at.now + left, paused: null });
    expect([at.round, at.sheets]).toEqual([round, sheets]);
  });

  test('DX-28: a table that rests goes on resting', () => {
    const at = table();
    at.attended = false;
    at.does('pause, resume');
    expect(at.table).toMatchObject({ phase: 'betting', endsAt: null });
  });

  test('DX-28: a table that rested counts down when it goes on and somebody has come meanwhile', () => {
    const at = table();
    at.attended = false;
    at.does('pause').attended = true;
    at.does('resume');
    expect(at.table).toMatchObject({
      phase: 'betting',
      endsAt: at.now + 1000 * SECONDS.betting,
      paused: null,
    });
  });

  test('DX-28: a phase whose time was over as it was paused ends when the table goes on', () => {
    const at = inPhase('deciding').does('wait 13000, pause, resume, tick');
    expect(at.table.phase).toBe('result');
  });

  test.each(['ann hit 1.1', 'ann stand 1.1', 'bob follow-double 1.1 yes', 'bob insure'])(
    'DX-28: while it is paused nobody chooses: %s',
    (command) => {
      expect(inPhase('paused').tries(command)).toEqual({ code: 'table_paused' });
    },
  );

  test('DX-28: pausing twice, and resuming what runs, are refused', () => {
    expect(inPhase('paused').tries('pause')).toEqual({ code: 'phase_conflict' });
    expect(inPhase('deciding').tries('resume')).toEqual({ code: 'phase_conflict' });
  });

  test.each(['insurance', 'deciding', 'paused'] as const)(
    'DX-28, C-18: a round that is cancelled in %s leaves nothing to choose, every bet goes back',
    (phase) => {
      const at = inPhase(phase).does('cancel');
      expect([at.balances.get('ann'), at.balances.get('bob'), at.round]).toEqual([10_000, 10_000, null]);
      expect(at.bets('ann')).toEqual(['seat 1 1000 returned']);
      expect(at.bets('bob')).toEqual(['behind 1 500 returned']);
      expect(at.sheets.get('bob')).toMatchObject({ queued: [], follows: [], insurance: [] });
      if (phase === 'paused') at.does('resume');
      expect(at.table).toMatchObject({ phase: 'result', endsAt: at.now + 5000 });
      for (const command of ['ann hit 1.1', 'bob insure', 'bob follow-double 1.1 yes'])
        expect(at.tries(command)).toEqual({ code: 'action_not_allowed' });
      at.does('time');
      expect([at.table.phase, at.seated, at.bets('ann')]).toEqual(['betting', '1 ann', []]);
      expect(at.does('ann seat 1 500, time').round).not.toBeNull();
    },
  );

  test('DX-28, C-18: of a cancelled round nothing is played, even where it is still known', () => {
    const at = inPhase('deciding');
    const { round } = at;
    at.does('cancel').round = round;
    expect(at.tries('ann hit 1.1')).toEqual({ code: 'action_not_allowed' });
    expect(at.view('ann').allowed).toEqual([]);
  });

  test('C-18: a settled round that is cancelled while its result stands gives back, and the table goes on', () => {
    const at = inPhase('result');
    const { endsAt } = at.table;
    at.does('cancel');
    expect([at.table.phase, at.table.endsAt, at.round]).toEqual(['result', endsAt, null]);
    expect(at.bets('ann')).toEqual(['seat 1 1000 returned']);
  });

  test('DX-28: what was not dealt is not cancelled', () => {
    expect(() => inPhase('betting').does('cancel')).toThrow();
  });
});

describe('closing', () => {
  test('at once while bets are placed, which go back; seats are free', () => {
    const at = inPhase('betting').does('close');
    expect([at.table.phase, at.seated]).toEqual(['closed', '']);
    expect([at.bets('ann'), at.bets('bob')]).toEqual([['seat 1 1000 returned'], ['behind 1 500 returned']]);
    for (const command of [
      'ann seat 1 500',
      'ann back',
      'ann leave 1',
      'ann hit 1.1',
      'pause',
      'resume',
      'close',
    ])
      expect(at.tries(command)).toEqual({ code: 'table_closed' });
    expect(at.run((t) => change(t, { limits: LIMITS, seconds: SECONDS })).refusal).toEqual({
      code: 'table_closed',
    });
  });

  test('after the round while one is played', () => {
    const at = inPhase('deciding').does('close, ann stand 1.1');
    expect(at.table.phase).toBe('result');
    expect(at.does('time').table.phase).toBe('closed');
    expect([at.seated, at.bets('ann')]).toEqual(['', []]);
  });
});

describe('the clock', () => {
  test.each(RUNNING)('nothing happens in %s before its time is over', (phase) => {
    const at = inPhase(phase);
    at.now = (at.table.endsAt ?? 0) - 1;
    const before = JSON.stringify([at.table, at.round]);
    at.does('tick');
    expect(JSON.stringify([at.table, at.round])).toBe(before);
    expect(at.happened).toEqual([]);
    at.does('wait 1, tick');
    expect(at.table.phase === phase && phase !== 'betting').toBe(false);
  });

  test.each(RUNNING)('set back, it gives %s its whole length again, not more', (phase) => {
    const at = inPhase(phase).does('wait -86400000, tick');
    const length = { betting: 20_000, insurance: 8000, deciding: 12_000, result: 5000 }[phase];
    expect(at.table).toMatchObject({ phase, endsAt: at.now + length });
    expect(at.happened).toEqual([{ type: 'phase', phase, endsAt: at.now + length }]);
    at.does('tick');
    expect(at.happened).toEqual([]);
  });

  test('a jump forward ends one phase, and the next one has its whole time', () => {
    const at = inPhase('insurance').does('wait 86400000, tick');
    expect(at.table).toMatchObject({ phase: 'deciding', endsAt: at.now + 12_000 });
  });

  test('set back while it was paused, the rest is at most the whole length', () => {
    const at = inPhase('deciding').does('wait -86400000, pause, resume, tick');
    expect(at.table.endsAt).toBe(at.now + 12_000);
  });
});

describe('limits and times that change', () => {
  const next = {
    limits: { ...LIMITS, stake: { ...LIMITS.stake, min: 500 as typeof LIMITS.stake.min } },
    seconds: { ...SECONDS, betting: 30 },
  };

  test('apply at once to a table that rests', () => {
    const at = table();
    at.run((t) => change(t, next));
    expect(at.tries('ann seat 1 400')).toMatchObject({ code: 'amount_out_of_bounds', bounds: { min: 500 } });
    expect(at.does('ann seat 1 500').table.endsAt).toBe(at.now + 30_000);
  });

  test.each(['time', 'ann back, time'])(
    'apply from the next countdown on while bets wait: %s',
    (commands) => {
      const at = inPhase('betting');
      at.run((t) => change(t, next));
      expect(at.does('cyd seat 2 400').table.limits).toEqual(LIMITS);
      at.does(`cyd back, ${commands}`);
      while (at.table.phase !== 'betting') at.does('time');
      expect(at.table).toMatchObject({ limits: next.limits, seconds: next.seconds, next: null });
      expect(at.table.endsAt).toBe(at.now + 30_000);
    },
  );
});
