import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DeployedFile, deployedFiles, digestOf, ownDeployment } from '../software/deployed-files';

/** Which program made a record. */
export interface Software {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over the list of all files of the program as it is deployed, hexadecimal. */
  readonly digest: string;
  readonly node: string;
}

/** The program and its files, as they were when it was asked for them first: at the start. */
export interface RunningSoftware extends Software {
  readonly files: readonly DeployedFile[];
}

let known: Promise<RunningSoftware> | null = null;

/** Read from the files once: a program that is running does not change, whatever becomes of its files. */
export function runningSoftware(): Promise<RunningSoftware> {
  known ??= readSoftware();
  return known;
}

export async function software(): Promise<Software> {
  const { name, version, digest, node } = await runningSoftware();
  return { name, version, digest, node };
}

async function readSoftware(): Promise<RunningSoftware> {
  const deployment = ownDeployment();
  const manifest = await readFile(join(deployment.root, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  const files = await deployedFiles(deployment);
  return { name, version, digest: digestOf(files), node: process.version, files };
}
