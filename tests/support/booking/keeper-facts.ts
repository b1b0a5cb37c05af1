import { type EventStore, LOG_START } from '../../../src/eventsourcing/event-store.ts';
import { nextBatch } from '../log/next-batch.ts';
import type { TestSalon } from '../salon/test-salon.ts';

export const MINUTE = 60_000;

/** A clock that the test turns. */
export function createClock(start = Date.parse('2026-11-20T18:00:00Z')) {
  let time = start;
  return { now: () => new Date(time), pass: (ms: number) => (time += ms) };
}

export async function follow(log: EventStore, { keeperSteps }: TestSalon): Promise<void> {
  await keeperSteps.handle(await nextBatch(log, keeperSteps.position));
}

export const typesOf = async (log: EventStore) =>
  (await nextBatch(log, LOG_START)).events.map(({ type }) => type);
