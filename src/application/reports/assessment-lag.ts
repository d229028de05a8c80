import type { DataSource } from 'typeorm';
import { readQueueState } from '../../persistence/reports/queue';

/** How far the assessments are behind. */
export interface AssessmentLag {
  /** Rounds that wait; not counted beyond 100,000. */
  readonly rounds: number;
  /** How long ago the round ended that waits for longest; 0 when none waits. */
  readonly seconds: number;
  /** Rounds that could not be assessed. */
  readonly failed: number;
}

export async function assessmentLag({ manager }: DataSource, now: Date): Promise<AssessmentLag> {
  const { waiting, since, setAside } = await readQueueState(manager);
  const seconds = since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000);
  return { rounds: waiting, seconds, failed: setAside };
}
