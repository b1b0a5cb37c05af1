import { describe, expect, it } from 'vitest';
import { type EventStore, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { UnknownEvent } from '../../src/eventsourcing/event-types.ts';
import { derivedId } from '../../src/eventsourcing/identity.ts';
import {
  type ProcessHealth,
  runProcessManager,
} from '../../src/eventsourcing/processes/run-process-manager.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import {
  book,
  createTestSalon,
  newKeeperMemory,
  runOf,
  takeWithoutClaim,
} from '../support/salon/test-salon.ts';

const KEY = 'the-first-key-0123456789';
const BOOKING = bookingIdOf(KEY);
const NONE = { kind: 'none' } as const;
const MINUTE = 60_000;

const typesOf = async (log: EventStore) => (await nextBatch(log, LOG_START)).events.map(({ type }) => type);
const change = (command: string, key = `${command}-key-0123456789`) =>
  runOf({ key, command, subject: BOOKING });

describe('running the slot keeper', () => {
  /** Runs a keeper and waits for its health to be as wished. */
  function run(log: EventStore, keeperMemory = newKeeperMemory(), patienceMs = MINUTE) {
    const stop = new AbortController();
    const now = () => new Date();
    const { keeper } = createTestSalon(log, { now, patienceMs, keeperMemory });
    const salon = createTestSalon(log);
    const waiting: { when: (health: ProcessHealth) => boolean; resolve: () => void }[] = [];
    let health: ProcessHealth | undefined;
    const report = (reported: ProcessHealth) => {
      health = reported;
      for (const { when, resolve } of waiting) if (when(reported)) resolve();
    };
    const ended = runProcessManager(keeper, { log, store: keeperMemory.checkpoints, report }, stop.signal);
    return {
      salon,
      ended,
      stop: () => stop.abort(),
      until: (when: (health: ProcessHealth) => boolean) =>
        new Promise<void>((resolve) => {
          if (health && when(health)) resolve();
          waiting.push({ when, resolve });
        }),
    };
  }

  it('gives a cancelled slot back by itself', async () => {
    const log = memoryEventStore();
    const { salon, until, stop, ended } = run(log);
    await book(salon, KEY);
    const { position } = await salon.bookings.cancel(
      BOOKING,
      { reason: 'other', notice: NONE },
      change('cancel'),
    );
    await until((health) => health.position > position);
    expect((await typesOf(log)).at(-1)).toBe('SlotReleased');
    stop();
    await ended;
  });

  it('settles a slot by itself when its time is up, and saves its position when stopped', async () => {
    const log = memoryEventStore();
    const keeperMemory = newKeeperMemory();
    await takeWithoutClaim(log, KEY);
    const { until, stop, ended } = run(log, keeperMemory, 100);
    const taken = await log.head();
    // It may have found the slot and given it back before it first says how it is.
    await until(({ position, openItems }) => position >= taken && openItems === 0);
    const released = await log.head();
    await until(({ position }) => position >= released);
    stop();
    await ended;
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
    const { position: saved } = await keeperMemory.checkpoints.load('slot-keeper', async () => {});
    expect(saved).toBe(await log.head());
  });

  it('takes up again where the store was lost', async () => {
    const log = memoryEventStore();
    let subscriptions = 0;
    const shaky: EventStore = {
      ...log,
      subscribe(options) {
        subscriptions += 1;
        if (subscriptions <= 2) throw new StoreUnavailable('lost');
        return log.subscribe(options);
      },
    };
    await book(createTestSalon(log), KEY);
    const { until, stop, ended } = run(shaky);
    await until(({ status, error }) => status === 'retrying' && error !== null);
    await until(({ status, caughtUp }) => status === 'following' && caughtUp);
    stop();
    await ended;
    expect(subscriptions).toBe(3);
  });

  it('stops loudly at an event that it does not know', async () => {
    const log = memoryEventStore();
    await log.append(bookingStream(BOOKING), 'no-stream', [
      {
        id: derivedId('unknown'),
        type: 'BookingTeleported',
        data: {},
        metadata: {
          commandId: derivedId('unknown'),
          requestHash: '',
          correlationId: '',
          causationId: '',
          actor: { kind: 'customer' },
          at: '2026-11-20T18:00:00.000Z',
          schemaVersion: 1,
        },
      },
    ]);
    const { ended, until } = run(log);
    await expect(ended).rejects.toThrow(UnknownEvent);
    await until(({ status, error }) => status === 'stopped' && String(error).includes('BookingTeleported'));
  });
});
