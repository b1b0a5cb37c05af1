import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../src/adapters/embedded-postgres.ts';
import { postgresEventStore } from '../../src/adapters/postgres-event-store.ts';
import { addSalonDays, dayOfWeek, type SalonDate, salonDate } from '../../src/contracts/salon-time.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { wholeLog } from '../support/server-proof.ts';
import { type Check, orphansIn, promisesKept } from './checks.ts';
import { startCustomers, type Tally } from './customers.ts';

export interface ChaosOptions {
  readonly kills: number;
  readonly seed: number;
  /** Told what happens while it happens. */
  readonly report: (line: string) => void;
}

export interface ChaosResult {
  readonly checks: readonly Check[];
  readonly tally: Tally;
  readonly events: number;
  /** From the start of a process on what a killed one left, in milliseconds. */
  readonly restartsMs: readonly number[];
}

const CUSTOMERS = 10;
const DAYS = 12;
/** In place of the keeper's minute. Longer than a restart takes, so that claims lapse and retries still find theirs. */
const KEEPER_PATIENCE_MS = 2_500;
/** The server lives at least so long, then up to so much longer. */
const LIFE_MS = { least: 150, more: 1_200 };
const TIME_ZONE = 'America/Los_Angeles';

/** A small generator with a seed (mulberry32), so that a run's wishes can be had again. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Open weekdays from next week on. */
function openDays(): SalonDate[] {
  const days: SalonDate[] = [];
  for (
    let day = addSalonDays(salonDate(new Date(), TIME_ZONE), 7);
    days.length < DAYS;
    day = addSalonDays(day, 1)
  ) {
    if ([2, 3, 4].includes(dayOfWeek(day))) days.push(day);
  }
  return days;
}

/** Kills the server again and again while customers book, move and cancel; then looks at what is left. */
export async function runChaos({ kills, seed, report }: ChaosOptions): Promise<ChaosResult> {
  const random = randomFrom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'salon-chaos-'));
  const settings = {
    DATA_DIR: dataDir,
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    KEEPER_PATIENCE_MS: String(KEEPER_PATIENCE_MS),
  };
  let server: ServerProcess | undefined = await startServerProcess(settings);
  report(`first start: ${Math.round(server.startedInMs)} ms`);
  const restartsMs: number[] = [];
  const customers = startCustomers({
    count: CUSTOMERS,
    days: openDays(),
    random: randomFrom(seed + 1),
    serverUrl: () => server?.url,
  });
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const life = LIFE_MS.least + random() * LIFE_MS.more;
      await sleep(life);
      const victim: ServerProcess = server;
      await victim.kill();
      server = undefined;
      server = await startServerProcess(settings);
      restartsMs.push(server.startedInMs);
      const { booked, moved, cancelled } = customers.tally;
      const so = `${booked} booked, ${moved} moved, ${cancelled} cancelled`;
      report(
        `kill ${kill}/${kills} after ${Math.round(life)} ms, back in ${Math.round(server.startedInMs)} ms; ${so}`,
      );
    }
    await sleep(LIFE_MS.more);
    await customers.close();
    return await inspected(dataDir, server.url, customers, restartsMs);
  } finally {
    await customers.close();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reads log and API of the running server once the keeper has had its time. */
async function inspected(
  dataDir: string,
  url: string,
  { known, tally }: Pick<ReturnType<typeof startCustomers>, 'known' | 'tally'>,
  restartsMs: readonly number[],
): Promise<ChaosResult> {
  const database = await openEmbedded({ dataDir }, { attach: true });
  const log = postgresEventStore({ url: database.url, connections: 2 });
  try {
    const until = performance.now() + KEEPER_PATIENCE_MS + 5_000;
    let events: readonly RecordedEvent[] = await wholeLog(log);
    while (orphansIn(events).length > 0 && performance.now() < until) {
      await sleep(100);
      events = await wholeLog(log);
    }
    const checks = await promisesKept({ events, known, url, dataDir });
    return { checks, tally, events: events.length, restartsMs };
  } finally {
    await log.close();
    await database.stop();
  }
}
