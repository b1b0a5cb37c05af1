import { COMMAND_DEADLINE_MS, type Deadline, deadlineIn } from '../async/deadline.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../event-store.ts';
import { retryingConflicts } from './retrying-conflicts.ts';

interface Options {
  readonly deadline?: Deadline;
  /** The stream's events, if the caller has just read them. */
  readonly known?: readonly RecordedEvent[] | undefined;
}

/**
 * Appends an event that a stream lacks, at the revision that was read. If another append was faster, it reads the stream and
 * calls `missing` again, so that nothing is written twice.
 *
 * @param log reads the stream and appends to it; the events that it reads may be sealed
 * @param missing returns the event that the stream lacks at present; undefined if it lacks none
 * @throws DeadlineExceeded
 */
export function appendMissing(
  log: Pick<EventStore, 'read' | 'append'>,
  stream: string,
  missing: (events: readonly RecordedEvent[]) => NewEvent | undefined | Promise<NewEvent | undefined>,
  { deadline = deadlineIn(COMMAND_DEADLINE_MS), known }: Options = {},
): Promise<void> {
  let read = known;
  return retryingConflicts({ deadline }, async () => {
    const events = read ?? (await log.read(stream));
    read = undefined;
    const event = await missing(events);
    if (event) await log.append(stream, events.at(-1)?.revision ?? 'no-stream', [event]);
  });
}
