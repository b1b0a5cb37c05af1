import { take } from 'rxjs';
import { getLive, type LIVE_EVENTS, type LiveEventName } from '../../../src/contracts/live.ts';
import { aborted } from '../../../src/eventsourcing/async/aborted.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';
import { createSeats } from '../../../src/http/limits/seats.ts';
import type { Mount } from '../../../src/http/operation/operation.ts';
import { refuse } from '../../../src/http/refusal.ts';
import type { LiveHub } from './hub.ts';
import type { Mailbox } from './mailbox.ts';

interface LiveRoutesDeps {
  readonly on: Mount;
  readonly hub: LiveHub;
}

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

async function* eventsOf(position: Position, mailbox: Mailbox, signal: AbortSignal): AsyncGenerator<string> {
  yield event('ready', { position });
  while (!signal.aborted) {
    const unread = mailbox.take();
    if (unread?.kind === 'changes')
      yield event('changes', { position: unread.position, changes: [...unread.changes] });
    else if (unread) yield event('reset', { position: unread.position });
    else {
      const began = performance.now();
      await mailbox.wait(HEARTBEAT_MS, signal);
      if (performance.now() - began >= HEARTBEAT_MS - 1) yield HEARTBEAT;
    }
  }
}

/** Tells administrators what has changed, as long as they stay. */
export function liveRoutes({ on, hub }: LiveRoutesDeps): void {
  const takeSeat = createSeats(STREAMS);

  on(getLive, async ({ caller: { userId }, headers, signal }) => {
    const leaveRoom = takeSeat(userId);
    if (!leaveRoom) throw refuse('too-many-streams', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    // The signal aborts whatever becomes of the answer, also when it is never begun.
    aborted(signal).pipe(take(1)).subscribe(leaveRoom);
    const { position, mailbox } = await hub.join(headers['last-event-id'], signal);
    return { body: eventsOf(position, mailbox, signal) };
  });
}
