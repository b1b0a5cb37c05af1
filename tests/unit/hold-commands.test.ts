import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import type { Admission } from '../../src/features/booking/admission/admission.ts';
import { datedId } from '../../src/features/booking/agenda/dated-id.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import type { NewHold } from '../../src/features/booking/agenda/hold-commands.ts';
import { gatedStore } from '../support/log/gated-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import {
  createTestSalon,
  FRIDAY_MORNING,
  openAdmission,
  runOf,
  TUESDAY,
} from '../support/salon/test-salon.ts';

const WEDNESDAY = '2026-11-25';

/** Admits every hold, and knows which are counted. */
function countingAdmission() {
  const counted = new Set<string>();
  const releaseHold = async ({ holdId }: { readonly holdId: string }) => void counted.delete(holdId);
  const admission: Admission = {
    ...openAdmission,
    async admitHold(attempt) {
      counted.add(attempt.holdId);
      return { takeBack: () => releaseHold(attempt) };
    },
    releaseHold,
  };
  return { counted, admission };
}
const wish = (different: Partial<NewHold> = {}): NewHold => ({
  date: TUESDAY,
  start: 600,
  serviceIds: ['cut'],
  from: { address: '192.0.2.1' },
  ...different,
});
const runWith = (key: string) => runOf({ key, command: 'hold-slot', body: key });

describe('holding', () => {
  it('answers two tries of one request alike that race in processes whose clocks differ', async () => {
    const log = memoryEventStore();
    const actors = [gatedStore(log), gatedStore(log)];
    const tries = actors.map(({ store }, index) =>
      createTestSalon(store, { now: () => new Date(FRIDAY_MORNING.getTime() + index) }).holds.hold(
        wish(),
        runWith('one-request'),
      ),
    );
    let answered = false;
    const answers = Promise.all(tries).finally(() => {
      answered = true;
    });
    // Step by step, so that both have read before either appends.
    while (!answered) {
      await setImmediate();
      for (const open of actors.flatMap(({ gates }) => gates.splice(0))) open();
    }
    const [first, second] = await answers;
    expect(second).toEqual(first);
    const [held, ...more] = await log.read(agendaStream(TUESDAY));
    expect(held?.data).toMatchObject({ expiresAt: first?.expiresAt });
    expect(more).toEqual([]);
  });

  it('gives the time on another day back on the retry, when the first try could not', async () => {
    const log = memoryEventStore();
    const { counted, admission } = countingAdmission();
    const salon = createTestSalon(log, { admission });
    const { holdId: replaces } = await salon.holds.hold(wish(), runWith('tuesday'));
    const cut: EventStore = {
      ...log,
      async append(stream, expected, events) {
        if (events[0].type === 'SlotHoldDropped') throw new StoreUnavailable('lost');
        return log.append(stream, expected, events);
      },
    };
    const failing = createTestSalon(cut, { admission });
    const moved = wish({ date: WEDNESDAY, replaces });
    await expect(failing.holds.hold(moved, runWith('wednesday'))).rejects.toThrow(StoreUnavailable);
    const { holdId } = await salon.holds.hold(moved, runWith('wednesday'));
    expect(counted).toEqual(new Set([holdId]));
    const types = async (date: string) => (await log.read(agendaStream(date))).map(({ type }) => type);
    expect(await types(TUESDAY)).toEqual(['SlotHeld', 'SlotHoldDropped']);
    expect(await types(WEDNESDAY)).toEqual(['SlotHeld']);
  });

  it('counts nothing for a time that another process was faster to take', async () => {
    const log = memoryEventStore();
    const slow = gatedStore(log);
    const { counted, admission } = countingAdmission();
    const late = createTestSalon(slow.store, { admission })
      .holds.hold(wish(), runWith('late'))
      .catch((error: unknown) => error);
    await setImmediate();
    for (const open of slow.gates.splice(0)) open();
    await setImmediate();
    expect(counted).toEqual(new Set([datedId('hold', runWith('late').context.commandId, TUESDAY)]));
    await createTestSalon(log).holds.hold(wish(), runWith('early'));
    let answered = false;
    void late.finally(() => {
      answered = true;
    });
    while (!answered) {
      for (const open of slow.gates.splice(0)) open();
      await setImmediate();
    }
    expect(await late).toEqual(new RuleBroken('slot-taken'));
    expect(counted).toEqual(new Set());
  });
});
