import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { openEventLog } from '../../../src/adapters/event-log/open.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { wholeLog } from '../../support/server/server-proof.ts';
import { type Check, orphansIn, promisesKept } from './checks.ts';
import type { Known, Tally } from './customers.ts';
import { openStage, type Setting, type Stage, type StageOptions } from './stage.ts';

/** Something that goes wrong while customers book. */
export interface Fault extends Setting {
  readonly name: string;
  /** Makes it go wrong, waits, and makes it right again; the fault is over when it returns. */
  strike(stage: Stage): Promise<void>;
  /** The reason why it can't be tried on this machine; undefined when it can. */
  cannot?(): Promise<string | undefined>;
  /** A data folder of its own, and what clears it away. */
  place?(): Promise<{ readonly dataDir: string; remove(): Promise<void> }>;
}

export interface Trial {
  readonly fault: Fault;
  readonly durationMs: number;
  readonly refused: number;
  readonly acknowledged: number;
  /** Acknowledged and not there, in the log or in what the API shows. */
  readonly lost: number;
  readonly slowestMs: number;
  /** Milliseconds from the end of the fault to the first new booking, and until the read models show it. */
  readonly acceptsAfterMs: number;
  readonly caughtUpAfterMs: number;
  readonly tally: Tally;
  readonly events: number;
  readonly checks: readonly Check[];
}

type TrialOptions = Pick<StageOptions, 'seed' | 'report' | 'longestAnswerMs'>;

/** Bookings before anything goes wrong. */
const WARM_UP_BOOKINGS = 20;
const AFTERWARDS_MS = 1_000;
const ATTEMPT_EVERY_MS = 100;
const RECOVERY_LIMIT_MS = 60_000;
/** So that what never ends has an end. */
const KEEPER_LIMIT_MS = 60_000;

async function until(what: string, isDone: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await sleep(10);
  }
}

/** Tries again and again to book, as new customers do, and sees when it works and when it shows. */
async function recovered({ customers }: Stage): Promise<{ acceptsAfterMs: number; caughtUpAfterMs: number }> {
  const began = performance.now();
  const since = () => performance.now() - began;
  let booking: Known | undefined;
  let acceptsAfterMs = Number.POSITIVE_INFINITY;
  const attempt = async () => {
    const made = await customers.bookOnce();
    if (made === undefined || booking !== undefined) return;
    booking = made;
    acceptsAfterMs = since();
  };
  const attempts: Promise<void>[] = [];
  while (booking === undefined && since() < RECOVERY_LIMIT_MS) {
    attempts.push(attempt());
    await Promise.race([attempts.at(-1), sleep(ATTEMPT_EVERY_MS)]);
  }
  await Promise.all(attempts);
  const made = booking;
  if (made === undefined) throw new Error('bookings are not accepted again');
  const shows = async () => ((await customers.projectedFor(made)) ?? '') >= made.position;
  await until('the read models catch up', shows, RECOVERY_LIMIT_MS);
  return { acceptsAfterMs, caughtUpAfterMs: since() };
}

/** Lets a fault strike the service under load, then looks at what is left. */
export async function tryFault(fault: Fault, trial: TrialOptions): Promise<Trial> {
  const place = await fault.place?.();
  const options: StageOptions = { ...fault, ...trial, dataDir: place?.dataDir };
  try {
    const stage = await openStage(options);
    try {
      const { customers, traffic } = stage;
      await until('customers book', () => customers.tally.booked >= WARM_UP_BOOKINGS, RECOVERY_LIMIT_MS);
      const began = performance.now();
      await fault.strike(stage);
      const durationMs = performance.now() - began;
      const recovery = await recovered(stage);
      await sleep(AFTERWARDS_MS);
      await customers.close();

      const { events, checks, lost } = await inspected(stage, options);
      return {
        fault,
        durationMs,
        refused: traffic.refused,
        acknowledged: customers.known.reduce((total, { positions }) => total + positions.length, 0),
        lost,
        slowestMs: traffic.slowestMs,
        ...recovery,
        tally: customers.tally,
        events: events.length,
        checks,
      };
    } catch (error) {
      for (const server of stage.servers) trial.report(server.output());
      throw error;
    } finally {
      await stage.close();
    }
  } finally {
    await place?.remove();
  }
}

/** Reads log and API of the running service once the keeper has had its time. */
async function inspected(stage: Stage, { postgres }: Setting) {
  const { customers, traffic, settings } = stage;
  const embedded =
    postgres === 'embedded'
      ? await openEmbedded({ dataDir: settings.DATA_DIR ?? '' }, { attach: true })
      : undefined;
  const url = embedded?.url ?? stage.postgres.url;
  const log = await openEventLog({ eventstoreUrl: settings.EVENTSTORE_URL }, url, { connections: 2 });
  try {
    let events: readonly RecordedEvent[] = [];
    const settled = async () => {
      events = await wholeLog(log);
      return orphansIn(events).length === 0;
    };
    await until('the keeper gives back', settled, KEEPER_LIMIT_MS).catch(() => {});
    const servers = stage.servers.map((server) => server.url);
    return {
      events,
      ...(await promisesKept({ events, known: customers.known, servers, traffic, settings })),
    };
  } finally {
    await log.close();
    await embedded?.stop();
  }
}
