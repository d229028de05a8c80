import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import type { SeedMaker } from '../../application/fairness/seed-maker';
import { RandomnessUnhealthy, type RandomSource } from '../../randomness/random-source';
import { SEED_MAKER } from '../tokens';
import { Metrics } from './metrics';

/** Publishes how the source of randomness is, which is looked at whenever somebody asks: also while nobody plays. */
@Injectable()
export class RandomnessMetrics {
  constructor({ registry }: Metrics, @Inject(SEED_MAKER) { source }: SeedMaker) {
    new Gauge({
      name: 'randomness_healthy',
      help: 'Whether the source of server seeds is sound: 1, or 0, and then nothing is dealt.',
      registers: [registry],
      collect() {
        this.set(isHealthy(source) ? 1 : 0);
      },
    });
    new Counter({
      name: 'randomness_failures_total',
      help: 'How often the source of server seeds gave what no sound source would.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(source.failures);
      },
    });
  }
}

function isHealthy(source: RandomSource): boolean {
  try {
    source.assertHealthy();
    return true;
  } catch (error) {
    if (error instanceof RandomnessUnhealthy) return false;
    throw error;
  }
}
