import { type IncomingHttpHeaders, Agent as KeepAlive, type OutgoingHttpHeaders, request } from 'node:http';

/** A request that is sent exactly as given; a browser's `fetch` would normalize the path and the headers. */
export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it isn't JSON. */
  readonly json: unknown;
}

export interface HttpClient {
  send(wire: WireRequest): Promise<Answer>;
  close(): void;
}

/** Ends a request that hangs. An honest one, of a picture on a busy machine, may take more than a minute. */
const REQUEST_TIMEOUT_MS = 120_000;

/**
 * Keeps its connections, as a browser does.
 *
 * @param baseUrl asked anew for each request, since a server that is started again has another port
 * @param connections at most so many at once
 */
export function createHttpClient(baseUrl: () => string, connections = 64): HttpClient {
  const agent = new KeepAlive({ keepAlive: true, maxSockets: connections });

  const send = (wire: WireRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', path, headers = {}, body, raw } = wire;
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const { hostname, port } = new URL(baseUrl());
      const outgoing = request({
        agent,
        hostname,
        port,
        method,
        path,
        timeout: REQUEST_TIMEOUT_MS,
        headers: {
          ...(payload !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)));
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server has closed a connection that nobody used, while this process stood still: as a browser does, it sends again.
        const isClosed = outgoing.reusedSocket && error.code === 'ECONNRESET';
        if (isClosed) send(wire).then(resolve, reject);
        else reject(error);
      });
      outgoing.on('response', (incoming) => {
        if (/^text\/event-stream\b/.test(incoming.headers['content-type'] ?? '')) {
          // A stream has no end: its beginning is the answer.
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: '', json: undefined });
          incoming.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /\bjson\b/.test(incoming.headers['content-type'] ?? '');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: isJson && text !== '' ? JSON.parse(text) : undefined,
          });
        });
      });
      outgoing.end(payload);
    });

  return { send, close: () => agent.destroy() };
}
