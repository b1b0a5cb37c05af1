import { setTimeout as sleep } from 'node:timers/promises';
import { openEventLog } from '../../../../src/adapters/event-log/open.ts';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { wholeLog } from '../../../support/server/server-proof.ts';
import { type Check, verified } from '../checks.ts';
import { randomFrom } from '../random.ts';
import { bookAndChange } from './customers.ts';
import { type Ends, judge } from './judge.ts';
import { startUnreliableProvider, type UnreliableProvider } from './provider.ts';
import { type MessagesSalon, openSalon } from './salon.ts';

/** Something that goes wrong while texts leave, besides a provider that can't be relied on. */
export interface MessageFault {
  readonly name: string;
  strike(on: {
    readonly salon: MessagesSalon;
    readonly provider: UnreliableProvider;
    readonly random: () => number;
    readonly report: (line: string) => void;
  }): Promise<void>;
}

export interface MessageTrial {
  readonly fault: MessageFault;
  readonly bookings: number;
  readonly causes: number;
  readonly calls: ReadonlyMap<string, number>;
  readonly taken: number;
  readonly ends: Ends;
  readonly endedAfterMs: number;
  readonly checks: readonly Check[];
}

const END_WITHIN_MS = 15 * 60_000;
const LOOK_EVERY_MS = 1_000;

/** Waits until every cause has a row, and every row but reminders' of later days has an end. */
async function untilEnded(
  databaseUrl: string,
  limitMs: number,
  causes: () => Promise<number>,
): Promise<void> {
  const pool = createPool({ url: databaseUrl, name: 'chaos' });
  const until = performance.now() + limitMs;
  try {
    for (;;) {
      const { rows } = await pool.query<{ all: number; open: number }>(
        `select count(*)::int as all, (count(*) filter (where ended_at is null))::int as open
         from sent where look_at < now() + interval '1 hour'`,
      );
      const { all = 0, open = 0 } = rows[0] ?? {};
      if ((open === 0 && all >= (await causes())) || performance.now() > until) return;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await pool.end();
  }
}

interface MessageTrialOptions {
  readonly seed: number;
  readonly bookings: number;
  readonly report: (line: string) => void;
  /** Runs what keeps the machine busy when nothing else does; the waiting that follows needs no turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Lets customers book, with a provider that fails in every way, and sees what they were told. */
export async function tryMessages(
  fault: MessageFault,
  { seed, bookings, report, inTurn }: MessageTrialOptions,
): Promise<MessageTrial> {
  const begun = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<void>();
  const ended = inTurn(() => {
    begun.resolve();
    return busy.promise;
  });
  await begun.promise;
  try {
    return await tried(fault, { seed, bookings, report, busyNoMore: busy.resolve });
  } finally {
    busy.resolve();
    await ended;
  }
}

async function tried(
  fault: MessageFault,
  { seed, bookings, report, busyNoMore }: Omit<MessageTrialOptions, 'inTurn'> & { busyNoMore(): void },
): Promise<MessageTrial> {
  const random = randomFrom(seed);
  const provider = await startUnreliableProvider(randomFrom(seed + 1));
  const salon = await openSalon(provider.url).catch(async (error: unknown) => {
    await provider.stop();
    throw error;
  });
  const log = await openEventLog({ eventstoreUrl: undefined }, salon.databaseUrl, { connections: 2 });
  try {
    const began = performance.now();
    const webhook = new URL('/webhooks/twilio', salon.url);
    const [{ stopped }] = await Promise.all([
      bookAndChange({
        url: salon.url,
        count: bookings,
        random,
        stop: (number) => provider.stopped(number, webhook),
      }),
      fault.strike({ salon, provider, random, report }),
    ]);
    report(`booked and struck after ${Math.round((performance.now() - began) / 1_000)} s`);
    busyNoMore();
    const causesInLog = async () => judge(await wholeLog(log), [], []).causes;
    await untilEnded(salon.databaseUrl, END_WITHIN_MS, causesInLog);
    const endedAfterMs = performance.now() - began;
    await provider.reported();
    const { ends, causes, checks } = judge(await wholeLog(log), provider.taken, stopped);
    return {
      fault,
      bookings,
      causes,
      calls: provider.calls,
      taken: provider.taken.length,
      ends,
      endedAfterMs,
      checks: [...checks, await verified(salon.settings)],
    };
  } catch (error) {
    report(`${error}\n${salon.output()}`);
    throw error;
  } finally {
    await log.close();
    await salon.close();
    await provider.stop();
  }
}
