import type { DataSource } from 'typeorm';
import { recordSoftware } from '../../persistence/software/software-changes';
import { type RunningSoftware, runningSoftware } from '../records/software';
import { changesBetween, deployedFiles, type Deployment, digestOf, type FileChange } from './deployed-files';

/** How the files of the program stand to those that it was started with. */
export interface FileCheck {
  /** The program as it was started. */
  readonly running: RunningSoftware;
  /** Over the files as they are now. */
  readonly digest: string;
  /** Empty while nobody has touched a file. */
  readonly changes: readonly FileChange[];
}

/** Reads every deployed file again. */
export async function checkFiles(deployment: Deployment): Promise<FileCheck> {
  const running = await runningSoftware();
  const files = await deployedFiles(deployment);
  return { running, digest: digestOf(files), changes: changesBetween(running.files, files) };
}

/** Puts the running program on record where the last start was another one's; says for how many operators. */
export async function recordRunningSoftware(dataSource: DataSource, now: Date): Promise<number> {
  const { name, version, digest, node } = await runningSoftware();
  return dataSource.transaction((tx) => recordSoftware(tx, { name, version, digest, node }, now));
}
