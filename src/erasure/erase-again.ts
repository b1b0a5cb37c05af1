import { RESTORE } from '../backup/restore.ts';
import { COMMAND_DEADLINE_MS, deadlineIn } from '../eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import { processContext } from '../eventsourcing/processes/process-context.ts';
import { createEventStreams } from '../eventsourcing/streams/event-streams.ts';
import { bookingDecider } from '../features/booking/appointment/decider.ts';
import { bookingStream } from '../features/booking/appointment/events.ts';
import { isBooked } from '../features/booking/appointment/state.ts';
import { customerStream, MERGES } from '../features/customers/events.ts';
import { mergesDecider } from '../features/customers/merges/decider.ts';
import { reviewDecider } from '../features/reviews/decider.ts';
import { reviewStream } from '../features/reviews/events.ts';
import { stylistDecider } from '../features/team/decider.ts';
import { stylistStream } from '../features/team/events.ts';
import type { NotedErasure } from './register.ts';

/**
 * Sends the commands of the erasures since the backup again: the service carries them out as soon as it starts. Streams that the backup
 * doesn't know are left out. May be repeated.
 */
export async function eraseAgain(
  log: Pick<EventStore, 'read' | 'append'>,
  erasures: readonly NotedErasure[],
  now: () => Date,
): Promise<void> {
  const streams = { mutex: createKeyedMutex(), now };
  const bookings = createEventStreams(log, bookingDecider, streams);
  const merges = createEventStreams(log, mergesDecider, streams);
  const reviews = createEventStreams(log, reviewDecider, streams);
  const stylists = createEventStreams(log, stylistDecider, streams);
  const run = (...ids: readonly [string, ...string[]]) => ({
    context: processContext(RESTORE, ids),
    deadline: deadlineIn(COMMAND_DEADLINE_MS),
  });
  for (const erasure of erasures) {
    if ('bookingId' in erasure) {
      const stream = bookingStream(erasure.bookingId);
      if (await bookings.read(stream, ({ state }) => isBooked(state)))
        await bookings.handle(stream, () => ({ kind: 'DeleteBooking' }), run(erasure.bookingId));
      continue;
    }
    if ('reviewId' in erasure) {
      const stream = reviewStream(erasure.reviewId);
      if (await reviews.read(stream, ({ state }) => 'review' in state))
        await reviews.handle(stream, () => ({ kind: 'EraseReview' }), run(erasure.reviewId));
      continue;
    }
    if ('stylistId' in erasure) {
      const { stylistId } = erasure;
      const stream = stylistStream(stylistId);
      const status = await stylists.read(stream, ({ state }) => state.status);
      if (status === 'none' || status === 'erased') continue;
      // The backup may be older than the deactivation.
      const deactivate = { kind: 'DeactivateStylist', stylistId } as const;
      await stylists.handle(stream, () => deactivate, run(deactivate.kind, stylistId));
      await stylists.handle(stream, () => ({ kind: 'EraseStylist', stylistId }), run(stylistId));
      continue;
    }
    if ('importId' in erasure) {
      const { importId } = erasure;
      const known = await merges.read(MERGES, ({ state }) => state.imports.get(importId));
      if (known && known.status !== 'undone')
        await merges.handle(MERGES, () => ({ kind: 'UndoImport', importId }), run(importId));
      continue;
    }
    for (const customerId of erasure.customerIds) {
      const isErased = await merges.read(MERGES, ({ state }) => state.erased.has(customerId));
      if (!isErased && (await log.read(customerStream(customerId))).length > 0)
        await merges.handle(
          MERGES,
          () => ({ kind: 'EraseCustomers', customerId, afterRestore: true }),
          run(customerId),
        );
    }
  }
}
