import type { EventLog } from '../adapters/event-log/event-log.ts';
import { StartupError } from '../adapters/startup-error.ts';
import type { RecordedEvent } from '../eventsourcing/event-store.ts';
import { eventsUpToHead } from './read-log.ts';

type Copied = Omit<RecordedEvent, 'position'>;

interface Options {
  /** Whether the target may hold this event after all that are copied. */
  readonly mayFollow?: (event: RecordedEvent) => boolean;
  /** Called with the number of further events that the target has now. */
  readonly copied: (count: number) => void;
}

/** Appends events that were recorded elsewhere, in this order, where nobody else appends. */
async function appendInOrder(log: EventLog, events: readonly Copied[]): Promise<void> {
  if (events.length === 0) return;
  if (log.appendCopies) return log.appendCopies(events);
  for (const { stream, revision, id, type, data, metadata } of events) {
    const event = { id, type, data, metadata };
    await log.append(stream, revision === 0n ? 'no-stream' : revision - 1n, [event]);
  }
}

/**
 * Copies events into a log that is empty, or that holds the first of them from a copying that was cut short: it goes on there.
 *
 * @throws StartupError when the log holds something else; nothing is appended after that
 */
export async function copyEvents(
  events: AsyncIterable<readonly Copied[]>,
  target: EventLog,
  { mayFollow = () => false, copied }: Options,
): Promise<void> {
  async function* present() {
    for await (const batch of eventsUpToHead(target)) yield* batch;
  }
  const known = present();
  let next = await known.next();
  // Each batch is appended while the next one is read.
  let appended: Promise<void> | undefined;
  for await (const batch of events) {
    let presentCount = 0;
    for (; presentCount < batch.length && !next.done; presentCount += 1) {
      const [there, event] = [next.value, batch[presentCount]];
      if (there.id !== event?.id || there.stream !== event.stream || there.revision !== event.revision)
        throw new StartupError('The event log that the settings name holds other events: it must be empty.');
      next = await known.next();
    }
    const missing = batch.slice(presentCount);
    await appended;
    appended = appendInOrder(target, missing).then(() => copied(batch.length));
    // It is waited for later; until then nobody handles its failure.
    appended.catch(() => {});
  }
  await appended;
  for (; !next.done; next = await known.next())
    if (!mayFollow(next.value))
      throw new StartupError('The event log that the settings name holds further events.');
}
