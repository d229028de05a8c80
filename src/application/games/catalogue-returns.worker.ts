import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { RuleSet } from '../../domain/rule-set';
import { theoreticalReturn } from '../../returns/theoretical-return';

// On Linux the priority is the thread's own: what is worked out here gives way to rounds that are played.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage(theoreticalReturn(workerData as RuleSet));
