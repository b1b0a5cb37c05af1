import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../../../src/adapters/embedded-postgres/server.ts';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { freePort } from '../../../support/machine/free-port.ts';
import { writeTextingProfile } from '../../../support/messages/texting-profile.ts';
import { twilioSettings } from '../../../support/messages/twilio-double.ts';
import { type ServerProcess, startServerProcess } from '../../../support/server/server-process.ts';

const WINDOW_SECONDS = 3;

/** Nobody is told of what happened before the messenger was there for the first time. */
async function begun(databaseUrl: string): Promise<void> {
  const pool = createPool({ url: databaseUrl, name: 'chaos' });
  try {
    while ((await pool.query('select from sending')).rowCount === 0) await sleep(50);
  } finally {
    await pool.end();
  }
}

/** A service of one process that answers requests and of others that send texts, on a Postgres of its own. */
export async function openSalon(providerUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'salon-chaos-messages-'));
  const postgres = await openEmbedded({ dataDir: join(folder, 'postgres') });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings: Readonly<Record<string, string>> = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomBytes(24).toString('hex'),
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    SALON_PROFILE: await writeTextingProfile(folder),
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    MESSAGE_WINDOW_SECONDS: String(WINDOW_SECONDS),
    ...twilioSettings(providerUrl),
  };
  const senders = new Map<number, ServerProcess>();
  const others: ServerProcess[] = [];
  const startSender = async (index: number) => {
    senders.set(index, await startServerProcess({ ...settings, ROLE: 'projector' }));
  };
  const close = async () => {
    await Promise.all([...senders.values(), ...others].map((process) => process.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    others.push(await startServerProcess({ ...settings, ROLE: 'api', PORT: String(port) }));
    await startSender(0);
    await begun(postgres.url);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    settings,
    databaseUrl: postgres.url,
    startSender,
    /** Sends SIGKILL at any moment, and starts it anew. */
    async killSender(index: number): Promise<void> {
      await senders.get(index)?.kill();
      senders.delete(index);
      await startSender(index);
    },
    /** A messenger and a worker that don't ask whether others are at work. */
    async startBeside(): Promise<ServerProcess> {
      const process = await startServerProcess(settings, join(import.meta.dirname, 'sender-entry.ts'));
      others.push(process);
      return process;
    },
    output: () => [...senders.values(), ...others].map((process) => process.output()).join('\n'),
    close,
  };
}

export type MessagesSalon = Awaited<ReturnType<typeof openSalon>>;
