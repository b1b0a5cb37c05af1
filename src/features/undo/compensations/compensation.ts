import type { Actor } from '../../../contracts/history/actor.ts';
import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';

/** A command that is to be undone. */
export interface Undoing {
  readonly stream: string;
  /** Its events in the stream. */
  readonly command: readonly [RecordedEvent, ...RecordedEvent[]];
  /** The whole stream, its personal parts opened. */
  readonly events: readonly RecordedEvent[];
  /** The run of the undo. It is refused if the stream has another version by now. A note on a visit has none: the last one counts. */
  readonly run: CommandRun<Actor>;
}

/** What a command leads to. */
export interface Done {
  readonly position: string;
}

/** The events of the stream before those of the command. */
export const eventsBefore = ({ events, command: [first] }: Undoing): readonly RecordedEvent[] =>
  events.filter(({ revision }) => revision < first.revision);
