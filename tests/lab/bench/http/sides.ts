import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROUND_THE_CLOCK } from '../../../support/messages/texting-profile.ts';
import { TEST_SECRET_KEY } from '../../../support/server/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../../../support/server/server-process.ts';
import type { Load, LoadResult } from './load.ts';

/** As many connections as the service opens for its requests. */
const POOL_SIZE = 20;

/** The same in every process that measures or is measured, so that one opens what another sealed. */
export const SECRET_KEY = TEST_SECRET_KEY;

const beside = (file: string) => join(import.meta.dirname, file);

/** A server under load, with a process of its own that sends it. */
export interface Side {
  readonly pid: number;
  /** Sends so many requests; answers how many a second were answered. @throws Error when one was refused */
  send(load: Omit<Load, 'url'>): Promise<number>;
  stop(): Promise<void>;
}

/** A load of its own for each server, so that each counts on through its calendar by itself. */
function sideOf(server: ServerProcess): Side {
  const child = fork(beside('load.ts'));
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the load ended by itself (${code})`);
  });
  died.catch(() => {});
  return {
    pid: server.pid,
    async send(load) {
      const answer = once(child, 'message');
      child.send({ ...load, url: server.url } satisfies Load);
      const [{ perSecond, refused }] = (await Promise.race([answer, died])) as [LoadResult];
      if (refused > 0) throw new Error(`${refused} requests to ${load.path} were refused`);
      return perSecond;
    },
    async stop() {
      child.disconnect();
      await server.stop();
    },
  };
}

/** The default salon, but open round the clock. */
async function writeProfile(folder: string): Promise<string> {
  const source = join(import.meta.dirname, '../../../../src/adapters/salon-profile/default.json');
  const profile = JSON.parse(await readFile(source, 'utf8'));
  const file = join(folder, 'profile.json');
  await writeFile(file, JSON.stringify({ ...profile, hours: ROUND_THE_CLOCK }));
  return file;
}

interface SideSettings {
  /** Connection string of a database in a durable server. */
  readonly databaseUrl: string;
  /** Connection string of an EventStoreDB, where the log is there. */
  readonly eventstoreUrl?: string;
  /** Others by their names. */
  readonly settings?: Readonly<Record<string, string>>;
}

const inEnvironment = ({ databaseUrl, eventstoreUrl, settings }: SideSettings) => ({
  DATABASE_URL: databaseUrl,
  NODE_ENV: 'production',
  ...(eventstoreUrl !== undefined && { EVENTSTORE_URL: eventstoreUrl }),
  ...settings,
});

/** Bare Express routes. */
export async function startLimit(settings: SideSettings): Promise<Side> {
  const environment = { ...inEnvironment(settings), POOL_SIZE: String(POOL_SIZE) };
  return sideOf(await startServerProcess(environment, beside('limit.ts')));
}

/**
 * Texts and mails about bookings are left for after the run. Those of the warm-up alone, some forty thousand, would keep both
 * sides' processor busy for all of it, and the limit has none.
 */
const MESSAGES_AFTER_SECONDS = 3_600;

/** The whole service. @param folder for what it keeps beside its database */
export async function startService(settings: SideSettings, folder: string): Promise<ServerProcess> {
  const environment = {
    ...inEnvironment(settings),
    DATA_DIR: folder,
    SECRET_KEY,
    SALON_PROFILE: await writeProfile(folder),
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    MESSAGE_WINDOW_SECONDS: String(MESSAGES_AFTER_SECONDS),
  };
  return startServerProcess(environment);
}

export const startOurs = async (settings: SideSettings, folder: string): Promise<Side> =>
  sideOf(await startService(settings, folder));

const AVAILABILITY = '/api/availability?services=womens-haircut';

/** The loads of both kinds, by how many requests of how many clients. */
export const reads = (clients: number, requests: number) =>
  ({
    limit: { kind: 'availability', path: '/one-query?', clients, requests },
    ours: { kind: 'availability', path: AVAILABILITY, clients, requests },
  }) as const;

export const bookings = (clients: number, requests: number, limitPath: string) =>
  ({
    limit: { kind: 'booking', path: limitPath, clients, requests },
    ours: { kind: 'booking', path: '/api/bookings', clients, requests },
  }) as const;
