import type { Actor } from '../../../contracts/history/actor.ts';
import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { type EventOf, type EventTypes, upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';

/** A command that is to be undone. */
export interface Undoing {
  readonly stream: string;
  /** Its events in the stream. */
  readonly command: readonly [RecordedEvent, ...RecordedEvent[]];
  /** The whole stream, its personal parts opened. */
  readonly events: readonly RecordedEvent[];
  /** The events of the stream before the command's. */
  readonly before: readonly RecordedEvent[];
  /** The run of the undo. It is refused if the stream has another version by now. A note on a visit has none: the last one counts. */
  readonly run: CommandRun<Actor>;
}

export interface Done {
  readonly position: string;
  /** Whether the undo has claimed a time; undefined for anything else than bookings. */
  readonly hasClaimed?: boolean;
}

/** The value of the latest event that has one; undefined if none has. */
export function latestValue<Types extends EventTypes, Value>(
  events: readonly RecordedEvent[],
  types: Types,
  valueIn: (event: RecordedEvent & EventOf<Types>) => Value | undefined,
): Value | undefined {
  for (const recorded of events.toReversed()) {
    const value = valueIn(upcast(recorded, types));
    if (value !== undefined) return value;
  }
  return undefined;
}
