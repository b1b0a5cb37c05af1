import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRunningServer } from '../../src/adapters/embedded-postgres/process.ts';
import { openEmbedded } from '../../src/adapters/embedded-postgres/server.ts';
import { errorCode, StartupError } from '../../src/adapters/startup-error.ts';
import type { Role } from '../../src/contracts/accounts/roles.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';

/** The demo's folder describes itself in this file; it is written last, so that a folder without it is no demo. */
export interface DemoCard {
  /** The day on which its life ends. */
  readonly today: SalonDate;
  readonly signIns: readonly { readonly email: string; readonly password: string; readonly role: Role }[];
}

const CARD = 'demo.json';

/** The demo in a folder; undefined when there is none. */
export async function readCard(folder: string): Promise<DemoCard | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, CARD), 'utf8')) as DemoCard;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Stops a database that a killed process has left running in a folder. @throws StartupError while it is in use */
async function settle(folder: string): Promise<void> {
  if (!(await findRunningServer(join(folder, 'postgres')).catch(() => undefined))) return;
  const server = await openEmbedded({ dataDir: folder }, { attach: true });
  if (server.attached) throw new StartupError(`Another process is using ${folder}: stop it first.`);
  await server.stop();
}

/**
 * Makes the demo anew beside the old one, and puts it in its place once it is complete. Killed at any time, there is the old demo, or
 * none, or the new one, and the next run begins with that.
 *
 * @throws StartupError while another process uses it
 */
export async function makeAnew(
  folder: string,
  fill: (folder: string) => Promise<DemoCard>,
): Promise<DemoCard> {
  const draft = `${folder}.unfinished`;
  await settle(folder);
  await settle(draft);
  await rm(draft, { recursive: true, force: true });
  const card = await fill(draft);
  await writeFile(join(draft, CARD), `${JSON.stringify(card, null, 2)}\n`, { mode: 0o600 });
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  return card;
}
