import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Assignment, Theories } from './theories';

// On Linux the priority is the thread's own: what is assessed here gives way to rounds that are played.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const theories = new Theories();
parentPort?.on('message', (assignment: Assignment) => {
  parentPort?.postMessage(theories.assess(assignment));
});
