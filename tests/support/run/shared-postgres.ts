import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { makeFolderInMemory, removeFoldersOfTheDead } from '../machine/folder-in-memory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's own Postgres server, for the account that the service works as. */
    readonly postgresUrl: string;
    /** The same for the account that may do everything; `createTestDatabase` makes databases with it. */
    readonly postgresOwnerUrl: string;
  }
}

/** Starts one Postgres server for the whole run, on a throw-away folder; Vitest calls the result at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeFoldersOfTheDead();
  const dataDir = await makeFolderInMemory();
  const server = await openEmbedded({ dataDir }, { durable: false });
  project.provide('postgresUrl', server.url);
  project.provide('postgresOwnerUrl', server.ownerUrl);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
