import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ACCOUNT = {
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'a-token-of-tests',
  from: '+19255550142',
};

/** Settings with which a service sends through the double. */
export const twilioSettings = (url: string) => ({
  TWILIO_ACCOUNT_SID: ACCOUNT.accountSid,
  TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
  TWILIO_FROM: ACCOUNT.from,
  TWILIO_BASE_URL: url,
});

/** A text as the double has taken it, or received it from a customer. */
interface DoubleMessage {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  readonly callback: string | undefined;
  readonly authorization: string | undefined;
  readonly at: Date;
  status: string;
  errorCode: number | null;
  readonly direction: 'outbound-api' | 'inbound';
}

type Answer = (response: ServerResponse, taken: () => DoubleMessage) => void | Promise<void>;

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const shown = ({ sid, to, body, status, errorCode, at, direction }: DoubleMessage) => ({
  sid,
  to,
  body,
  status,
  direction,
  error_code: errorCode,
  date_created: at.toUTCString(),
  date_sent: at.toUTCString(),
});

/** Takes the text, as Twilio does on a good day. */
export const accepts: Answer = (response, taken) => json(response, 201, shown(taken()));
export const refuses =
  (status: number, code: number): Answer =>
  (response) =>
    json(response, status, { code, message: 'no', more_info: '', status });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A server that speaks as much of Twilio as we use. */
export async function startTwilioDouble() {
  const messages: DoubleMessage[] = [];
  const lists: string[] = [];
  let answer: Answer = accepts;

  function take(
    fields: URLSearchParams,
    authorization?: string,
    direction: DoubleMessage['direction'] = 'outbound-api',
  ) {
    const message: DoubleMessage = {
      sid: `SM${(messages.length + 1).toString(16).padStart(32, '0')}`,
      to: fields.get('To') ?? '',
      body: fields.get('Body') ?? '',
      callback: fields.get('StatusCallback') ?? undefined,
      authorization,
      at: new Date(Math.floor(Date.now() / 1_000) * 1_000),
      status: 'queued',
      errorCode: null,
      direction,
    };
    messages.push(message);
    return message;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://double');
    const [, sid] = /\/Messages\/(\w+)\.json$/.exec(url.pathname) ?? [];
    if (request.method === 'POST') {
      const fields = new URLSearchParams(await bodyOf(request));
      return answer(response, () => take(fields, request.headers.authorization));
    }
    if (sid !== undefined) {
      const found = messages.find((message) => message.sid === sid);
      return found
        ? json(response, 200, shown(found))
        : json(response, 404, { code: 20404, status: 404, message: 'no' });
    }
    lists.push(url.search);
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    // Twilio filters by whole days and lists the latest first.
    const day = asked('DateSent>').slice(0, 10);
    const listed = messages
      .filter(({ to, at }) => to === asked('To') && at.toISOString() >= day)
      .toSorted((a, b) => b.at.getTime() - a.at.getTime());
    const [page, size] = [Number(asked('Page')), Number(asked('PageSize'))];
    url.searchParams.set('Page', String(page + 1));
    const hasMore = listed.length > (page + 1) * size;
    return json(response, 200, {
      messages: listed.slice(page * size, (page + 1) * size).map(shown),
      next_page_uri: hasMore ? url.pathname + url.search : null,
      page,
      page_size: size,
    });
  }

  // It closes no connection: one that is closed while a busy salon sends on it loses the answer, and what became of the text is unknown.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    /** The queries of its list. */
    lists,
    answers(next: Answer) {
      answer = next;
    },
    /** A customer texts the salon. */
    receives: (body: string) => take(new URLSearchParams({ Body: body }), undefined, 'inbound'),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type TwilioDouble = Awaited<ReturnType<typeof startTwilioDouble>>;
