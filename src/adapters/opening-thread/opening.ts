import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OpenParts } from '../../eventsourcing/sealing/open-personal.ts';
import type { OpeningReply, OpeningRequest, OpeningSettings } from './thread.ts';

/** Opens sealed parts in another thread. */
interface Opening {
  readonly open: OpenParts;
  /** Call it when no `open` is under way any more. */
  close(): Promise<void>;
}

/**
 * Starts a thread that opens sealed parts. That pays for many parts, since opening a part takes as long as everything else that
 * is done for its event. Until the thread is ready, and if it ends by itself, the caller's thread opens the parts.
 *
 * @param openHere opens parts in this thread
 */
export function startOpening(openHere: OpenParts, settings: OpeningSettings): Opening {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'opening',
    workerData: settings,
  });
  const pending = new Map<number, (opened: OpeningReply['opened']) => void>();
  let isReady = false;
  let requests = 0;

  const send = (request: OpeningRequest) => thread.postMessage(request);
  thread.on('message', ({ id, opened }: OpeningReply) => {
    isReady = true;
    pending.get(id)?.(opened);
    pending.delete(id);
  });
  const giveUp = () => {
    isReady = false;
    for (const [id, settle] of pending) {
      pending.delete(id);
      settle(null);
    }
  };
  const ended = once(thread, 'exit').then(giveUp, giveUp);
  thread.on('error', giveUp);

  return {
    async open(parts) {
      if (!isReady) return openHere(parts);
      requests += 1;
      const { promise, resolve } = Promise.withResolvers<OpeningReply['opened']>();
      pending.set(requests, resolve);
      send({ id: requests, parts });
      return (await promise) ?? openHere(parts);
    },
    async close() {
      send('close');
      await ended;
    },
  };
}
