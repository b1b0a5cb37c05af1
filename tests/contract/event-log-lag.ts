import { describe, expect, test } from 'vitest';
import { type EventLog, LAG_COUNTED } from '../../src/adapters/event-log/event-log.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { eventually } from '../support/machine/eventually.ts';
import { event, freshStream } from './log-probe.ts';

/** The lag, which operators ask of a log; the in-memory store has none. */
export const lagContract = (log: () => EventLog): void => {
  describe('the lag of a reader', () => {
    const append = (count: number) =>
      log().append(freshStream(), 'no-stream', [
        event(),
        ...Array.from({ length: count - 1 }, () => event()),
      ]);

    test('is nothing at the end of the log', async () => {
      await append(1);
      // Others may be appending.
      await eventually(async () =>
        expect(await log().lagAfter(await log().head())).toEqual({ events: 0, seconds: 0 }),
      );
    });

    test('counts the events after its position, and grows with the age of the first of them', async () => {
      const { position } = await append(2);
      await append(3);
      const lag = await log().lagAfter(position);
      expect(lag.events).toBeGreaterThanOrEqual(3);
      expect(lag.events).toBeLessThan(LAG_COUNTED);
      await append(1);
      await expect.poll(async () => (await log().lagAfter(position)).seconds).toBeGreaterThan(lag.seconds);
      expect((await log().lagAfter(position)).events).toBeGreaterThan(lag.events);
    });

    test('is counted from the start of the log, and no further than it has to be', async () => {
      const { position } = await append(1);
      for (let written = 0; written <= LAG_COUNTED; written += 250) await append(250);
      for (const from of [LOG_START, position]) {
        const { events, seconds } = await log().lagAfter(from);
        expect(events).toBeLessThanOrEqual(LAG_COUNTED);
        // A server's own events may lie between ours.
        expect(events).toBeGreaterThan(LAG_COUNTED * 0.9);
        expect(seconds).toBeGreaterThan(0);
      }
    });
  });
};
