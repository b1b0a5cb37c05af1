import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import DEFAULT_PROFILE from '../../../src/adapters/salon-profile/default.json' with { type: 'json' };
import { profileWith } from '../../support/salon/profile-file.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import type { Order } from './attacker.ts';
import type { Counts, Scenario } from './scenario.ts';
import type { Visit, Waits } from './visitor.ts';

/** The outcome of a scenario. */
export interface Outcome {
  readonly title: string;
  /** The other visitor's waits before it began, and while it went on. */
  readonly quiet: Waits;
  readonly attacked: Waits;
  readonly counts: Counts;
  /** The promise about the counts, and whether it was kept; undefined when there was none. */
  readonly promised?: { readonly text: string; readonly isKept: boolean };
  /** The most memory that the server's process ever had, in MB; left out where the system doesn't tell. */
  readonly peakMb?: number;
  /** The server didn't outlive it. */
  readonly serverEnded: boolean;
}

const QUIET_SECONDS = 3;

/** Sends a child its orders and waits for what it found. */
async function told<Result>(child: ChildProcess, order: Order | Visit): Promise<Result> {
  const died = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a process of the scenario ended by itself (${signal ?? code})`);
  });
  const answer = once(child, 'message');
  child.send(order);
  const [result] = (await Promise.race([answer, died])) as [Result];
  return result;
}

const start = (file: string) => fork(join(import.meta.dirname, file), { execArgv: [], stdio: 'inherit' });

function sum(counts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const part of counts) {
    for (const [name, value] of Object.entries(part)) total[name] = (total[name] ?? 0) + value;
  }
  return total;
}

const profileWithoutQuietHours = () =>
  profileWith({ messages: { ...DEFAULT_PROFILE.messages, quiet_hours: { from: '03:00', to: '03:00' } } });

/** Linux counts it; no other system does. */
async function peakMbOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kb] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kb === undefined ? undefined : Number(kb) / 1_024;
}

/**
 * Starts the server as the scenario wants it.
 *
 * @param closing is given what stops it
 */
async function startServer(scenario: Scenario, closing: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'salon-abuse-'));
  closing.defer(() => rm(dataDir, { recursive: true, force: true }));
  const profile = scenario.withoutQuietHours ? await profileWithoutQuietHours() : undefined;
  if (profile) closing.defer(profile.remove);
  const settings = {
    ...(profile && { SALON_PROFILE: profile.path }),
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    ...scenario.settings,
  };
  const startOne = async (more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
    const server = await startServerProcess({ ...settings, ...more });
    closing.defer(() => server.stop());
    return server;
  };
  if (scenario.withoutProjector !== true) return startOne();
  const database = await openEmbedded({ dataDir });
  closing.defer(() => database.stop());
  const shared = { DATABASE_URL: database.url };
  await (await startOne(shared)).stop();
  return startOne({ ...shared, ROLE: 'api' });
}

/** Plays a scenario against a server of its own. */
export async function play(file: string, scenario: Scenario): Promise<Outcome> {
  await using closing = new AsyncDisposableStack();
  const server = await startServer(scenario, closing);
  let serverEnded = false;
  void server.ended.then(() => {
    serverEnded = true;
  });
  const prepared = await scenario.prepare?.(server.url);
  const { hostname: host, port: portText } = new URL(server.url);
  const port = Number(portText);

  const visitor = start('visitor.ts');
  const of = scenario.processes ?? 1;
  const attackers = Array.from({ length: of }, () => start('attacker.ts'));
  closing.defer(() => {
    for (const child of [visitor, ...attackers]) child.disconnect();
  });
  const quiet = await told<Waits>(visitor, { host, port, seconds: QUIET_SECONDS });
  const attacks = attackers.map((child, index) =>
    told<Counts>(child, { file, title: scenario.title, host, port, prepared, share: { index, of } }),
  );
  const attacked = await told<Waits>(visitor, { host, port, seconds: scenario.seconds });
  const counts = sum(await Promise.all(attacks));
  const peakMb = await peakMbOf(server.pid);
  const { title, promised } = scenario;
  return {
    title,
    quiet,
    attacked,
    counts,
    ...(peakMb !== undefined && { peakMb }),
    ...(promised && { promised: { text: promised.text, isKept: promised.isKept(counts) } }),
    serverEnded,
  };
}
