import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { createStartupPatience } from '../../src/adapters/event-log/startup-patience.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { type EventBatch, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';

const LIMIT_MS = 60_000;
let clock = 0;
beforeEach(() => {
  clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  // No wait between tries.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const position = (n: number) => String(n).padStart(32, '0');
const batch = (n: number): EventBatch => ({ events: [], position: position(n), caughtUp: true });

/** A log that delivers a batch a subscription and is then lost, after so many milliseconds of nothing. */
function givenLog(idleMs: readonly number[]) {
  const from: string[] = [];
  const log: Pick<EventLog, 'subscribe'> = {
    async *subscribe(options) {
      from.push(options.from);
      yield batch(from.length);
      const idle = idleMs[from.length - 1];
      if (idle === undefined) return;
      clock += idle;
      throw new StoreUnavailable('lost');
    },
  };
  const patient = createStartupPatience({ limitMs: LIMIT_MS }).around(log as EventLog, async () => 'away');
  const signal = new AbortController().signal;
  return { from, batches: patient.subscribe({ from: LOG_START, signal }) };
}

it('subscribes again after the last batch, and counts no time in which there was nothing to deliver', async () => {
  const { from, batches } = givenLog([LIMIT_MS, 2 * LIMIT_MS]);
  const positions: string[] = [];
  for await (const { position } of batches) positions.push(position);
  expect(positions).toEqual([position(1), position(2), position(3)]);
  expect(from).toEqual([LOG_START, position(1), position(2)]);
});

it('counts the time of a subscription that never delivered', async () => {
  const log: Pick<EventLog, 'subscribe'> = {
    // biome-ignore lint/correctness/useYield: it is lost before it has anything
    async *subscribe() {
      clock += LIMIT_MS / 2;
      throw new StoreUnavailable('lost');
    },
  };
  const patient = createStartupPatience({ limitMs: LIMIT_MS }).around(log as EventLog, async () => 'away');
  const signal = new AbortController().signal;
  const next = patient.subscribe({ from: LOG_START, signal })[Symbol.asyncIterator]().next();
  await expect(next).rejects.toThrow(StartupError);
});
