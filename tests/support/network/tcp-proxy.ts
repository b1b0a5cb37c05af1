import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A stretch of network between the service and a store, which can go wrong. */
export interface TcpProxy {
  readonly port: number;
  /** Resets every connection and refuses new ones. */
  cut(): void;
  /** Takes connections and bytes and passes nothing on, in either direction. */
  silence(): void;
  /** Every byte comes so much later, in either direction. */
  delay(ms: number): void;
  /**
   * Lets new connections through at once. One that was silenced never speaks again to the service, as after a
   * firewall has forgotten it; the store, at its end, sees it closed.
   */
  restore(): void;
  close(): Promise<void>;
}

type ProxyTarget = { readonly port: number } | { readonly path: string };

/** Finds the local port or socket of a Postgres connection string. */
export function postgresTarget(url: string): ProxyTarget {
  const { hostname, port } = new URL(url);
  return hostname.startsWith('%2F')
    ? { path: `${decodeURIComponent(hostname)}/.s.PGSQL.${port}` }
    : { port: Number(port) };
}

/** The same connection string by way of the proxy. */
export function throughProxy(url: string, { port }: TcpProxy): string {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${port}`;
  return changed.href;
}

interface Pair {
  readonly near: Socket;
  /** Undefined if the store was never asked. */
  readonly far: Socket | undefined;
  silent: boolean;
}

/**
 * Listens on a free port of this machine and passes everything on.
 *
 * @param target a store; a function is asked anew for each connection
 */
export async function startTcpProxy(target: ProxyTarget | (() => ProxyTarget)): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  let delayMs = 0;

  const pass = (pair: Pair, from: Socket, to: Socket) => {
    // One queue: bytes sent after the delay has ended must not overtake those still on their way.
    const onTheWay: { due: number; act: () => void }[] = [];
    const arrive = () => {
      for (let next = onTheWay[0]; next && next.due <= performance.now(); next = onTheWay[0]) {
        onTheWay.shift();
        if (!pair.silent) next.act();
      }
      const [waiting] = onTheWay;
      if (waiting) setTimeout(arrive, waiting.due - performance.now());
    };
    const later = (act: () => void) => {
      onTheWay.push({ due: performance.now() + delayMs, act });
      if (onTheWay.length === 1) arrive();
    };
    from.on('data', (chunk) => later(() => to.write(chunk)));
    from.on('end', () => later(() => to.end()));
    from.on('error', () => later(() => to.destroy()));
    from.on('close', () => {
      later(() => to.destroy());
      if (from === pair.near) pairs.delete(pair);
    });
  };

  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const silent = state === 'silent';
    const far = silent
      ? undefined
      : connect({ host: '127.0.0.1', ...(typeof target === 'function' ? target() : target) }).setNoDelay(
          true,
        );
    const pair: Pair = { near: near.setNoDelay(true), far, silent };
    pairs.add(pair);
    if (far) {
      pass(pair, near, far);
      pass(pair, far, near);
    } else {
      near.on('error', () => {}).on('close', () => pairs.delete(pair));
      near.resume();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const destroyAll = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far?.destroy();
    }
    pairs.clear();
  };

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      destroyAll();
    },
    silence() {
      state = 'silent';
      for (const pair of pairs) pair.silent = true;
    },
    delay(ms) {
      delayMs = ms;
    },
    restore() {
      state = 'open';
      delayMs = 0;
      for (const { silent, far } of pairs) if (silent) far?.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      destroyAll();
      await closed;
    },
  };
}
