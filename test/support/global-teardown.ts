import { takeForTeardown } from './test-server';

export default async function globalTeardown(): Promise<void> {
  const { postgres, folder } = takeForTeardown();
  await postgres.stop();
  await folder.remove();
}
