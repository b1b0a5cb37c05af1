import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, StartupError } from '../adapters/startup-error.ts';
import { COMMAND_DEADLINE_MS, deadlineIn } from '../eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import type { EventStore, RecordedEvent } from '../eventsourcing/event-store.ts';
import { processContext } from '../eventsourcing/processes/process-context.ts';
import { createEventStreams } from '../eventsourcing/streams/event-streams.ts';
import { bookingDecider } from '../features/booking/appointment/decider.ts';
import { bookingStream } from '../features/booking/appointment/events.ts';
import { isBooked } from '../features/booking/appointment/state.ts';
import type { Erasure } from '../features/booking/shredder/shredder.ts';
import { customerStream, MERGES } from '../features/customers/events.ts';
import { mergesDecider } from '../features/customers/merges/decider.ts';
import { reviewDecider } from '../features/reviews/decider.ts';
import { reviewStream } from '../features/reviews/events.ts';

const position = z.string();
/** A deletion, an erasure or an undone import: ids and the position of the event that asked for it, and nothing else. */
const Line = z.union([
  z.strictObject({ position, bookingId: z.uuid() }),
  z.strictObject({ position, reviewId: z.uuid() }),
  z.strictObject({ position, customerIds: z.array(z.uuid()).min(1) }),
  z.strictObject({ position, importId: z.uuid() }),
]);
export type NotedErasure = Readonly<z.infer<typeof Line>>;

/** A restored salon decides anew whom the undo of an import erases. */
const lineOf = (erasure: Erasure): NotedErasure => {
  const { position } = erasure;
  if ('bookingId' in erasure) return { position, bookingId: erasure.bookingId };
  if ('reviewId' in erasure) return { position, reviewId: erasure.reviewId };
  const { customerIds, importId } = erasure;
  return importId === undefined ? { position, customerIds: [...customerIds] } : { position, importId };
};

/** The register of erasures lies beside the backups: a backup made before an erasure still has the person. */
export const REGISTER = 'erasures.ndjson';

/** Notes an erasure in the register, on the disk, before anything is erased. May be repeated. */
export const noteErasure =
  (backupDir: string) =>
  async (erasure: Erasure): Promise<void> => {
    await mkdir(backupDir, { recursive: true, mode: 0o700 });
    const file = await open(join(backupDir, REGISTER), 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(lineOf(erasure))}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  };

/**
 * The erasures in a register.
 *
 * @param isOptional true to take a missing file for an empty one
 */
export async function readErasures(path: string, isOptional = false): Promise<readonly NotedErasure[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isOptional && errorCode(error) === 'ENOENT') return [];
    throw new StartupError(`The register of erasures ${path} cannot be read (${errorCode(error)}).`);
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return Line.parse(JSON.parse(line));
      } catch {
        throw new StartupError(`Line ${index + 1} of the register of erasures ${path} cannot be understood.`);
      }
    });
}

/** Part of the ids of events, so it must never change. */
const RESTORE = 'restore';

export const isByRestore = ({ metadata }: RecordedEvent): boolean => metadata.actor.process === RESTORE;

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
  const run = (id: string) => ({
    context: processContext(RESTORE, [id]),
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
