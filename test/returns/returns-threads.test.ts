import { Worker } from 'node:worker_threads';
import { CLASSIC } from '../../src/domain/presets';
import { playSimulation, type Threads } from '../../src/operations/returns/threads';
import { chunksOf, type Simulation } from '../../src/operations/returns/chunk';
import { bestStrategy } from '../../src/returns/best-strategy';
import { startTypeScript } from './typescript-worker';

const plan = { ruleSet: CLASSIC, strategy: bestStrategy(CLASSIC), sideBets: [], insured: false };
const SIMULATION: Simulation = { plan, rounds: 300_000, seed: 3, firstStream: 40 };

function threads(count: number): Threads {
  return {
    count,
    start: (simulation) => startTypeScript('src/operations/returns/chunk.worker.ts', simulation),
  };
}

/** Threads that all run a few lines of JavaScript. */
function running(code: string): Threads {
  return { count: 2, start: () => new Worker(code, { eval: true }) };
}

describe('a simulation in threads', () => {
  it('comes to the same tally, however many there are, and in none', async () => {
    const here = await playSimulation(SIMULATION, null);
    expect(here.rounds).toBe(300_000);
    expect(await playSimulation(SIMULATION, threads(1))).toEqual(here);
    expect(await playSimulation(SIMULATION, threads(3))).toEqual(here);
  });

  it('has random numbers of its own for each chunk', () => {
    expect(chunksOf(SIMULATION)).toEqual([
      { stream: 40, rounds: 250_000 },
      { stream: 41, rounds: 50_000 },
    ]);
  });

  it('tells how many rounds have been played, chunk by chunk', async () => {
    const played: number[] = [];
    await playSimulation(SIMULATION, null, (rounds) => played.push(rounds));
    expect(played).toEqual([250_000, 50_000]);
  });

  it('fails with what a thread throws', async () => {
    const failing = running(`require('node:worker_threads').parentPort.on('message', () => {
      throw new Error('no cards left');
    })`);
    await expect(playSimulation(SIMULATION, failing)).rejects.toThrow(
      'a thread of the simulation failed: no cards left',
    );
  });

  it('fails when a thread ends before its work does', async () => {
    const leaving = running(`require('node:worker_threads').parentPort.on('message', () => process.exit(7))`);
    await expect(playSimulation(SIMULATION, leaving)).rejects.toThrow(
      'a thread of the simulation ended early, with 7',
    );
  });
});
