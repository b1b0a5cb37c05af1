import { z } from 'zod';
import { PositionField } from './fields.ts';
import { HistoryThing } from './history/history.ts';
import { defineOperation } from './operation.ts';

/**
 * `GET /api/admin/live` is a stream of server-sent events, read by fetch with the token in a header. Each event has a name, JSON
 * data of the shape below, and as its id the log's position, which a client sends back as `Last-Event-ID` when it connects
 * again. A comment comes every 15 seconds at the latest, so silence of 35 seconds means that the connection is lost.
 */

/** Something has changed: which thing, and the position of its last event. */
const LiveChange = HistoryThing.extend({ position: PositionField });
export type LiveChange = z.infer<typeof LiveChange>;

/** Data of each event, by the event's name. */
export const LIVE_EVENTS = {
  /** The first event: what is loaded from now on, by `?after=` this position, misses nothing. */
  ready: z.object({ position: PositionField }),
  /** What has changed since the event before, each thing once. */
  changes: z.object({ position: PositionField, changes: z.array(LiveChange) }),
  /** Too much has happened to be told one by one: load again whatever is shown. */
  reset: z.object({ position: PositionField }),
} as const;
export type LiveEventName = keyof typeof LIVE_EVENTS;

export const getLive = defineOperation({
  method: 'get',
  path: '/api/admin/live',
  summary: 'Server-sent events: which things have changed',
  caller: 'admin',
  headers: z.object({ 'last-event-id': PositionField.optional() }),
  answer: { status: 200, body: 'text/event-stream' },
  problems: ['too-many-streams'],
});
