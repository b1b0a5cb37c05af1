import { getLive, LIVE_EVENTS, type LiveEventName } from '../../../../src/contracts/live.ts';
import { ApiError, openStream } from '../../../api.ts';
import { SignedOut } from '../../../session/failure.ts';
import type { AsUser } from '../server-state.ts';
import { readEvents } from './read-events.ts';

/** `ended`: the server refuses the connection for good. */
export type LiveStatus = 'connecting' | 'live' | 'lost' | 'ended';

interface Live {
  readonly asUser: AsUser;
  readonly signal: AbortSignal;
  readonly onStatus: (status: LiveStatus) => void;
  readonly onEvent: (name: LiveEventName, data: unknown) => void;
  /** Resolves when it makes sense to reconnect immediately, for example because the network is back. The signal ends the waiting. */
  readonly hurry: (signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

const isEventName = (name: string | undefined): name is LiveEventName =>
  name !== undefined && Object.hasOwn(LIVE_EVENTS, name);

/** Listens to live updates until the signal aborts it, and reconnects whenever the connection breaks. */
export async function subscribeToLive({
  asUser,
  signal,
  onStatus,
  onEvent,
  hurry,
  random = Math.random,
}: Live) {
  let lastEventId: string | undefined;
  let failures = 0;
  onStatus('connecting');
  while (!signal.aborted) {
    try {
      const stream = await asUser((token) =>
        openStream(getLive, { token, signal, headers: { 'last-event-id': lastEventId } }),
      );
      await readEvents(stream, ({ event, data, id }) => {
        if (!isEventName(event)) return;
        failures = 0;
        onStatus('live');
        onEvent(event, JSON.parse(data));
        lastEventId = id ?? lastEventId;
      });
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return onStatus('ended');
    }
    if (signal.aborted) return;
    onStatus('lost');
    // Random by half, so that not all browsers reconnect at the same moment after an outage.
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random() / 2);
    failures += 1;
    // A long outage has many pauses, so each takes its listeners with it.
    const end = new AbortController();
    const waiting = AbortSignal.any([signal, end.signal]);
    await Promise.race([pauseOf(pause, waiting), hurry(waiting)]);
    end.abort();
  }
}

/** Only the limit of open streams can pass by itself; any other refusal stays. */
const isFinal = (error: unknown): boolean =>
  error instanceof SignedOut || (error instanceof ApiError && error.code !== 'too-many-streams');

function pauseOf(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
