import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counts, Target } from './scenario.ts';

interface Held {
  /** How many to hold open at once, over all processes. */
  readonly count: number;
  /** The addresses that they come from, in turns. */
  readonly from: readonly string[];
  /** How many are tried a second, in each process; 2 500 when left out. */
  readonly aSecond?: number;
  /** Said when a connection is open. */
  readonly begin: string;
  /** Said on each connection again and again from then on; nothing when left out. */
  readonly drip?: string | Buffer;
  /** How often; once a second when left out. */
  readonly dripMs?: number;
  /** How long after it has begun each is reset; never when left out. */
  readonly leaveMs?: number;
}

const TURN_MS = 20;

/** Holds connections open for as long as the server lets it, and opens another one for each that is closed. */
export async function holdConnections(target: Target, held: Held): Promise<Counts> {
  const { count, from, aSecond = 2_500, begin, drip, dripMs = 1_000, leaveMs } = held;
  const { host, port, share, over } = target;
  const own = Math.ceil(count / share.of);
  const sockets = new Set<Socket>();
  /** The connections, with the time at which each speaks again. */
  const open = new Map<Socket, number>();
  let tries = 0;
  let most = 0;

  function tryOne() {
    const localAddress = from[tries % from.length];
    tries += 1;
    const socket = connect({ host, port, ...(localAddress !== undefined && { localAddress }) });
    sockets.add(socket);
    socket.on('connect', () => {
      open.set(socket, performance.now() + dripMs);
      most = Math.max(most, open.size);
      if (begin !== '') socket.write(begin);
      if (leaveMs !== undefined) setTimeout(() => socket.resetAndDestroy(), leaveMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      open.delete(socket);
    });
    socket.resume();
  }

  while (!over.aborted) {
    const missing = own - sockets.size;
    for (let n = Math.min(missing, (aSecond * TURN_MS) / 1_000); n > 0; n -= 1) tryOne();
    const now = performance.now();
    for (const [socket, due] of drip === undefined ? [] : open) {
      if (due > now) continue;
      socket.write(drip ?? '');
      open.set(socket, now + dripMs);
    }
    await sleep(TURN_MS);
  }
  for (const socket of sockets) socket.destroy();
  return { 'connections tried': tries, 'held at once': most };
}
