import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientFault, Metrics } from '../../adapters/metrics.ts';
import { errorCode, StartupError } from '../../adapters/startup-error.ts';
import { namesHosts, setOriginForm } from './request-target.ts';
import { refuseUnreadable } from './unreadable-request.ts';

/** An open port. Requests wait until `serve` is called with a handler. */
interface HttpListener {
  /** The port that it listens on, even if the system has chosen it. */
  readonly port: number;
  /** Handles requests for these paths until `serve` is called. All other requests still wait. */
  serveEarly(paths: readonly string[], handler: RequestListener): void;
  serve(handler: RequestListener): void;
  /** Accepts no more connections and lets requests under way finish. After `graceMs`, closes the connections that are left. */
  close(graceMs: number): Promise<void>;
}

interface ListenAddress {
  readonly host: string;
  /** 0: the operating system chooses a free port. */
  readonly port: number;
}

/** Node's own time-outs of a connection, in milliseconds. */
export interface ListenerTimeouts {
  /** The longest time from the start of a connection, or the end of its last response, to the end of a request's head. */
  readonly headMs: number;
  /** The longest time from there to the end of the whole request. Uploads need the most. */
  readonly requestMs: number;
  /** How long an idle connection is kept open for another request. A proxy must close it sooner: see docs/compose/Caddyfile. */
  readonly idleMs: number;
  /** How long nothing may be sent while a response is under way. A stream of events must send something more often. */
  readonly silenceMs: number;
}

export const LISTENER_TIMEOUTS: ListenerTimeouts = {
  headMs: 10_000,
  requestMs: 120_000,
  idleMs: 15_000,
  silenceMs: 30_000,
};

/** The largest head of a request in bytes. It is the limit of common proxies; most of a large head are cookies. */
const MOST_HEAD = 8_192;

/** How often connections are checked for timeouts. */
const CHECK_MS = 1_000;
/** The system's default maximum. When this queue is full, a visitor's system tries to connect again a second later. */
const BACKLOG = 4_096;

/** How many bytes of a body are still read after the response. If the connection were closed at once, the response might get lost. */
const MOST_REST = 262_144;

/** Closes the connection if the body of a request that was already answered goes on for long, since reading it would be useless work. */
function limitRest(req: IncomingMessage): void {
  let left = MOST_REST;
  req.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) req.socket.destroy();
  });
  // Begins to read: if nobody has done so by the end of the response, Node drops the rest of the body without the events counted here.
  req.read();
}

/**
 * Opens the port. A start does this before anything slow, so that it fails at once when the port is taken.
 *
 * @throws StartupError with a message of one line when the port or address can't be used
 */
export async function openPort(
  { host, port }: ListenAddress,
  { requestFaulty }: Pick<Metrics, 'requestFaulty'>,
  { headMs, requestMs, idleMs, silenceMs }: ListenerTimeouts = LISTENER_TIMEOUTS,
): Promise<HttpListener> {
  const { promise: ready, resolve: serve } = Promise.withResolvers<RequestListener>();
  let handler: RequestListener | undefined;
  let early: { paths: readonly string[]; handler: RequestListener } | undefined;
  const handle: RequestListener = (req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    if (handler !== undefined) handler(req, res);
    else if (early?.paths.includes(path)) early.handler(req, res);
    else void ready.then((answer) => answer(req, res));
  };
  const responses = new WeakMap<Duplex, ServerResponse>();
  const blamed = new WeakSet<Duplex>();
  /** Counts each faulty connection once, although several parts of Node may report it. */
  const blame = (socket: Duplex, fault: ClientFault) => {
    if (blamed.has(socket)) return;
    blamed.add(socket);
    requestFaulty(fault);
  };
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = responses.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    refuseUnreadable(error, socket, isAnswering, (fault) => blame(socket, fault));
  };
  const server = createServer(
    {
      maxHeaderSize: MOST_HEAD,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, headMs),
    },
    (req, res) => {
      if (namesHosts(req)) return refuse(new Error('a request names several hosts'), req.socket);
      setOriginForm(req);
      responses.set(req.socket, res);
      res.once('prefinish', () => {
        if (!req.complete) limitRest(req);
      });
      res.once('close', () => {
        if (!req.complete && !res.writableFinished) blame(req.socket, 'aborted');
      });
      handle(req, res);
    },
  );
  server.timeout = silenceMs;
  server.on('clientError', (error, socket) => refuse(error, socket as Socket));
  await listen(server, { host, port });
  const address = server.address();

  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    serveEarly: (paths, answer) => {
      early = { paths, handler: answer };
    },
    serve: (answer) => {
      handler = answer;
      serve(answer);
    },
    close: async (graceMs) => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), handler === undefined ? 0 : graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

async function listen(server: NetServer, { host, port }: ListenAddress): Promise<void> {
  server.listen({ host, port, backlog: BACKLOG });
  await once(server, 'listening').catch((error: unknown) => {
    throw new StartupError(explain(errorCode(error), host, port));
  });
}

/**
 * Opens the port and closes it again. A program that does something slow before it opens the port can so find out early whether the
 * port is free.
 *
 * @throws StartupError when `openPort` would
 */
export async function tryPort(address: ListenAddress): Promise<void> {
  const server = createNetServer();
  await listen(server, address);
  const closed = once(server, 'close');
  server.close();
  await closed;
}

function explain(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop the other program, or set PORT.`;
    case 'EACCES':
      return `Port ${port} needs rights this user does not have: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `Port ${port} on ${host} could not be opened (${code}).`;
  }
}
