import { parentPort, workerData } from 'node:worker_threads';
import type { RuleSet } from '../domain/rule-set';
import { theoreticalReturn } from '../returns/theoretical-return';

parentPort?.postMessage(theoreticalReturn(workerData as RuleSet));
