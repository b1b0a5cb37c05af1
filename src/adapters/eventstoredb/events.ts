import type { Position as LogPosition, ResolvedEvent } from '@eventstore/db-client';
import type { EventData, EventMetadata, Position, RecordedEvent } from '../../eventsourcing/event-store.ts';

/** The server's positions are signed, but unsigned on the wire. Numbers from this one on are the server's -1, which means "none". */
const BEYOND = 2n ** 63n;

const hex = (number: bigint): string => number.toString(16).padStart(16, '0');

/** Whether it is a real position, and not "none", which servers before 24.10.5 may send as a checkpoint. */
export const isInLog = ({ commit, prepare }: LogPosition): boolean => commit < BEYOND && prepare < BEYOND;

/** Commit and prepare position as one sortable text. */
export const positionOf = ({ commit, prepare }: LogPosition): Position => hex(commit) + hex(prepare);

/** The reverse of `positionOf`; not for `LOG_START`. */
export const logPositionOf = (position: Position): LogPosition => ({
  commit: BigInt(`0x${position.slice(0, 16)}`),
  prepare: BigInt(`0x${position.slice(16)}`),
});

/** Whether the server itself has written the event. Subscriptions don't deliver such events. */
export const isSystemEvent = ({ type }: RecordedEvent): boolean => type.startsWith('$');

/** Converts an event that was read from a stream or from the whole log. @throws Error when it has no position */
export const recordedEvent = ({ event }: ResolvedEvent): RecordedEvent => {
  if (!event?.position || !isInLog(event.position)) {
    throw new Error(
      'EventStoreDB delivered an event without its position; it must be version 23.10 or later',
    );
  }
  return {
    id: event.id,
    type: event.type,
    data: event.data as EventData,
    metadata: event.metadata as unknown as EventMetadata,
    stream: event.streamId,
    revision: event.revision,
    position: positionOf(event.position),
  };
};
