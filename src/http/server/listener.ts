import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientFault, Metrics } from '../../adapters/metrics.ts';
import { errorCode, StartupError } from '../../adapters/startup-error.ts';
import { type ConnectionRules, createConnectionLimits } from '../limits/connection-limits.ts';
import { senderNetwork, trustsProxy } from '../limits/network-address.ts';
import { inTurns } from '../limits/request-turns.ts';
import { limitArrival } from './arrival.ts';
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

interface ListenerOptions {
  readonly host: string;
  /** 0: the operating system chooses a free port. */
  readonly port: number;
  /** The proxies whose connections have no limit per address. */
  readonly trustProxy: boolean | number | string;
}

/** Limits of what one client, or all clients together, may use of the listener. Times are in milliseconds. */
export interface ListenerLimits extends ConnectionRules {
  /** The most header fields of a request. Browsers send some 20, and proxies add a few. A head with more counts as a large one. */
  readonly headers: number;
  /** The longest time from the start of a connection, or the end of its last response, to the end of a request's head. */
  readonly headMs: number;
  /** The longest time from there to the end of the whole request, unless `allowArrival` gives it more. */
  readonly requestMs: number;
  /** How long an idle connection is kept open for another request. A proxy must close it sooner: see docs/compose/Caddyfile. */
  readonly idleMs: number;
  /** How long nothing may be sent while a response is under way. A stream of events must send something more often. */
  readonly silenceMs: number;
}

export const LISTENER_LIMITS: ListenerLimits = {
  connections: 4_096,
  // A browser opens six connections, and an office or a mobile network has many people behind one address.
  connectionsPerAddress: 256,
  requestsPerConnection: 8,
  headers: 100,
  largeHeads: 8,
  shutMs: 10_000,
  headMs: 10_000,
  requestMs: 20_000,
  idleMs: 15_000,
  silenceMs: 30_000,
};

/** A local proxy connects from these addresses. It counts as a proxy even if `TRUST_PROXY` doesn't name it. */
const THIS_MACHINE = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** The largest head of a request in bytes. It is the limit of common proxies; most of a large head are cookies. */
const MOST_HEAD = 8_192;

/** How often connections are checked for timeouts. */
const CHECK_MS = 1_000;
/** The system's default maximum. When this queue is full, a visitor's system repeats its attempt to connect a second later. */
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

/** A piece that is smaller costs more to be parsed than to be sent: a chunk of one byte is six on the wire. */
const SMALL_PIECE = 64;
/** Even a whole body of 32 kB that a slow network cuts up comes in fewer. */
const MOST_SMALL_PIECES = 512;

/** Calls back when a request's body comes in too many small pieces. */
function limitPieces(req: IncomingMessage, onMany: () => void): void {
  const { push } = req;
  let small = 0;
  // Here rather than at `data`, which comes only once somebody reads.
  req.push = (piece, ...more) => {
    if (piece !== null && piece.length < SMALL_PIECE) {
      small += 1;
      if (small === MOST_SMALL_PIECES) onMany();
    }
    return push.call(req, piece, ...more);
  };
}

/** The error of Node's parser for a head that is too large. */
const LARGE_HEAD = Object.assign(new Error('the head of a request is too large'), {
  code: 'HPE_HEADER_OVERFLOW',
});

/** The error of Node's own limit for a request that takes too long. */
const LATE = Object.assign(new Error('a request took too long to arrive'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

function createLimitedServer(handler: RequestListener, limits: ListenerLimits): Server {
  const server = createServer(
    {
      maxHeaderSize: MOST_HEAD,
      // Node would refuse a request without a host by itself, so that no limit counted it.
      requireHostHeader: false,
      headersTimeout: limits.headMs,
      // `limitArrival` limits each request by itself.
      requestTimeout: 0,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, limits.headMs),
    },
    handler,
  );
  server.timeout = limits.silenceMs;
  return server;
}

/**
 * Opens the port. A start does this before anything slow, so that it fails at once when the port is taken.
 *
 * @throws StartupError with a message of one line when the port or address can't be used
 */
export async function openPort(
  { host, port, trustProxy }: ListenerOptions,
  { requestFaulty, connectionClosed }: Pick<Metrics, 'requestFaulty' | 'connectionClosed'>,
  limits: ListenerLimits = LISTENER_LIMITS,
): Promise<HttpListener> {
  const { promise: ready, resolve: serve } = Promise.withResolvers<RequestListener>();
  let handler: RequestListener | undefined;
  let early: { paths: readonly string[]; handler: RequestListener } | undefined;
  const trusts = trustsProxy(trustProxy);
  const connections = createConnectionLimits({
    ...limits,
    isProxy: (address = '') => THIS_MACHINE.includes(address) || trusts(address, 0),
    onClosed: connectionClosed,
  });
  const handleInTurns = inTurns(
    (req) => senderNetwork(req, trusts),
    (req, res) => {
      const [path = ''] = (req.url ?? '').split('?');
      if (handler !== undefined) handler(req, res);
      else if (early?.paths.includes(path)) early.handler(req, res);
      else void ready.then((answer) => answer(req, res));
    },
  );
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
    if (error.code === LARGE_HEAD.code) connections.largeHead(socket);
  };
  const server = createLimitedServer((req, res) => {
    if (!connections.requested(req, res)) return;
    // Each header field is two items: its name and its value.
    if (req.rawHeaders.length > 2 * limits.headers) return refuse(LARGE_HEAD, req.socket);
    limitArrival(req, limits.requestMs, () => refuse(LATE, req.socket));
    limitPieces(req, () => connections.manyPieces(req.socket));
    if (req.headers.host === undefined && req.httpVersionMinor > 0)
      return refuse(new Error('a request names no host'), req.socket);
    if (namesHosts(req)) return refuse(new Error('a request names several hosts'), req.socket);
    setOriginForm(req);
    responses.set(req.socket, res);
    res.once('prefinish', () => {
      if (!req.complete) limitRest(req);
    });
    res.once('close', () => {
      if (!req.complete && !res.writableFinished) blame(req.socket, 'aborted');
    });
    handleInTurns(req, res);
  }, limits);
  server.on('connection', connections.opened);
  // An expectation that isn't known may be ignored. Node would refuse it by itself, so that no limit counted it.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
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

type ListenAddress = Pick<ListenerOptions, 'host' | 'port'>;

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
