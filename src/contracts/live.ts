import { z } from 'zod';
import { PositionField } from './fields.ts';
import { HistoryThing } from './history/history.ts';
import { defineOperation } from './operation.ts';

/**
 * `GET /api/admin/live` is a stream of server-sent events. Clients read it by fetch, with the token in a header. Each event has a
 * name, JSON data of the shape below, and an id, which is the log's position. A client that connects again sends the last id back
 * as `Last-Event-ID`. The server sends a comment at least every 15 seconds, so a silence of 35 seconds means that the connection
 * is lost.
 */

/** A thing that has changed, and the position of its last event. */
const LiveChange = HistoryThing.extend({ position: PositionField });
export type LiveChange = z.infer<typeof LiveChange>;

/** Data of each event, by the event's name. */
export const LIVE_EVENTS = {
  /** The first event. A client that now loads data with `?after=` and this position misses no change. */
  ready: z.object({ position: PositionField }),
  /** The things that have changed since the last server-sent event, each one once. */
  changes: z.object({ position: PositionField, changes: z.array(LiveChange) }),
  /** Changes that can't be listed, for example since there are too many. The client must load everything that it shows again. */
  reset: z.object({ position: PositionField }),
} as const;
export type LiveEventName = keyof typeof LIVE_EVENTS;

export const getLive = defineOperation({
  method: 'get',
  path: '/api/admin/live',
  summary: 'Server-sent events: which things have changed',
  caller: 'admin',
  roles: 'all',
  area: null,
  headers: z.object({ 'last-event-id': PositionField.optional() }),
  answer: { status: 200, body: 'text/event-stream' },
  problems: ['too-many-streams'],
});
