import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A request as it arrived. */
interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly subject?: string;
    readonly time: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
  /** Status of the answer; undefined if it has none yet, or was answered in another way. */
  status: number | undefined;
}

/** Answers a request, or does something else with its connection. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end();

/** Ways in which another program may answer badly. */
export const BAD = {
  fails: answering(500),
  redirects: answering(302, { Location: 'http://127.0.0.1:1/' }),
  hangs: () => {},
  /** Breaks off in the middle of the answer's first line. */
  dies: (response) => void response.socket?.end('HTTP/1.1 20'),
  /** Begins an answer that goes on, a byte a time, without ever coming to the end of its headers. */
  trickles(response) {
    response.socket?.write('HTTP/1.1 200 OK\r\nx: ');
    const timer = setInterval(() => response.socket?.write('.'), 20);
    response.socket?.on('close', () => clearInterval(timer));
  },
  /** Says again and again that its answer comes later. */
  stalls({ socket }) {
    const stall = () => {
      while (socket?.writable && socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)));
    };
    socket?.on('drain', stall).on('error', () => {});
    stall();
  },
  /** Changes to another protocol. */
  upgrades: (response) =>
    void response.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ),
  notHttp: (response) => void response.socket?.end('220 smtp.example.com ESMTP\r\n'),
} as const satisfies Record<string, Behaviour>;

/** Accepts it, with an answer that never ends. */
export const endless: Behaviour = (response) => {
  response.writeHead(200);
  const more = () => {
    if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more);
  };
  response.on('drain', more);
  more();
};

/** A program of the owner's that is told of events. */
export async function startReceiver() {
  const received: Received[] = [];
  let behaviour: Behaviour = answering(204);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const one: Received = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body),
      status: undefined,
    };
    received.push(one);
    response.on('finish', () => {
      one.status = response.statusCode;
    });
    behaviour(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    ids: () => received.map(({ event }) => event.id),
    types: () => received.map(({ event }) => event.type),
    /** Behaves like this from now on. */
    behaves(next: Behaviour) {
      behaviour = next;
    },
    stop(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Checks a request as its receiver would, with the library of Standard Webhooks. @throws when it isn't signed with this secret */
export const verified = ({ headers, body }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers);
