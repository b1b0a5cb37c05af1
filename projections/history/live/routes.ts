import { take } from 'rxjs';
import { type HistoryKind, MESSAGE_HISTORIES } from '../../../src/contracts/history/history.ts';
import {
  getLive,
  type LIVE_EVENTS,
  type LiveChange,
  type LiveEventName,
} from '../../../src/contracts/live.ts';
import { aborted } from '../../../src/eventsourcing/async/aborted.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';
import { createSeats } from '../../../src/http/limits/seats.ts';
import type { Mount } from '../../../src/http/operation/operation.ts';
import { type OwnSince, onlyOf, type Staff } from '../../../src/http/operation/sight.ts';
import { refuse } from '../../../src/http/refusal.ts';
import type { LiveHub } from './hub.ts';
import type { Mailbox } from './mailbox.ts';

interface LiveRoutesDeps {
  readonly on: Mount;
  readonly hub: LiveHub;
  readonly ownSince: OwnSince;
}

/** Things that are named by the id of an appointment. */
const OF_BOOKINGS: readonly HistoryKind[] = ['booking', ...MESSAGE_HISTORIES];
/** Things that tell nothing of a person. */
const OF_ALL: readonly HistoryKind[] = ['service', 'hours', 'day', 'settings'];

/** Well below the silence after which a client, or a proxy in between, takes the connection for lost. */
const HEARTBEAT_MS = 15_000;
/** Enough for a window on each of somebody's devices, and some that haven't noticed yet that their connection is gone. */
const STREAMS = { most: 200, mostForOne: 12 };
/** Connections that are lost count until a heartbeat has failed. */
const RETRY_AFTER_SECONDS = 30;

/** An event in the format of `text/event-stream`. Its data is JSON, which has no line breaks. */
const event = <Name extends LiveEventName>(
  name: Name,
  data: (typeof LIVE_EVENTS)[Name]['_zod']['output'] & { readonly position: Position },
) => `id: ${data.position}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** A comment, sent so that the connection doesn't look dead. */
const HEARTBEAT = ': \n\n';

async function* eventsOf(
  joinedAt: Position,
  mailbox: Mailbox,
  signal: AbortSignal,
  seen: (
    changes: readonly LiveChange[],
    since: Position,
    upTo: Position,
  ) => Promise<readonly LiveChange[] | null>,
): AsyncGenerator<string> {
  yield event('ready', { position: joinedAt });
  let told = joinedAt;
  while (!signal.aborted) {
    const unread = mailbox.take();
    if (unread) {
      const { position } = unread;
      const changes = unread.kind === 'changes' ? await seen(unread.changes, told, position) : null;
      yield changes ? event('changes', { position, changes: [...changes] }) : event('reset', { position });
      told = position;
    } else {
      const began = performance.now();
      await mailbox.wait(HEARTBEAT_MS, signal);
      if (performance.now() - began >= HEARTBEAT_MS - 1) yield HEARTBEAT;
    }
  }
}

/** Tells administrators what has changed, as long as they stay. */
export function liveRoutes({ on, hub, ownSince }: LiveRoutesDeps): void {
  const takeSeat = createSeats(STREAMS);

  /**
   * A stylist's stream names days, services and hours, and of appointments and their messages only their own: also one that was theirs
   * when they were told last, so that their screens drop it. Null while it isn't known whose they are.
   */
  async function seenBy(caller: Staff, changes: readonly LiveChange[], since: Position, upTo: Position) {
    const stylistId = onlyOf(caller);
    if (stylistId === undefined) return changes;
    const ids = changes.flatMap(({ kind, id }) => (OF_BOOKINGS.includes(kind) ? [id] : []));
    const own = ids.length > 0 ? await ownSince(stylistId, ids, since, upTo) : new Set();
    if (!own) return null;
    return changes.filter(({ kind, id }) =>
      OF_BOOKINGS.includes(kind) ? own.has(id) : OF_ALL.includes(kind),
    );
  }

  on(getLive, async ({ caller, headers, signal }) => {
    const leaveRoom = takeSeat(caller.userId);
    if (!leaveRoom) throw refuse('too-many-streams', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    // The signal aborts whatever becomes of the answer, also when it is never begun.
    aborted(signal).pipe(take(1)).subscribe(leaveRoom);
    const { position, mailbox } = await hub.join(headers['last-event-id'], signal);
    return { body: eventsOf(position, mailbox, signal, (...news) => seenBy(caller, ...news)) };
  });
}
