import type { RecordedEvent } from '../eventsourcing/event-store.ts';

/** A fault that the log shows, and the event that shows it; ids only, never personal data. */
export interface Violation<Kind extends string = string> {
  readonly kind: Kind;
  readonly stream: string;
  readonly revision: bigint;
  readonly slotId?: string;
}

/** The violation that an event shows. */
export const violation = <Kind extends string>(
  kind: Kind,
  { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
  slotId?: string,
): Violation<Kind> => ({ kind, stream, revision, ...(slotId !== undefined && { slotId }) });
