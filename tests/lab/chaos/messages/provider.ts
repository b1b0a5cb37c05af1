import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT } from '../../../support/messages/twilio-double.ts';
import { createCallbacks } from './callbacks.ts';
import { refusalOf } from './refusals.ts';
import type { TakenText } from './taken-text.ts';

/** The end of a call. `taken`: the text leaves, whatever the answer says, or doesn't. */
type Fate =
  | 'good'
  | 'busy'
  | 'refused'
  | 'error'
  | 'error, taken'
  | 'reset'
  | 'reset, taken'
  | 'hangs'
  | 'hangs, taken'
  | 'trickles, taken';

/** Fates of a hundred calls: thirty fail, ten hang or trickle. */
const FATES: readonly (readonly [Fate, number])[] = [
  ['busy', 10],
  ['refused', 6],
  ['error', 4],
  ['error, taken', 4],
  ['reset', 3],
  ['reset, taken', 3],
  ['hangs', 4],
  ['hangs, taken', 3],
  ['trickles, taken', 3],
];
/** Numbers that can't be texted, by the carrier's reason. */
const CODES_OF_REFUSALS = [21_211, 21_614, 30_006];
const FAILING_QUESTIONS = 10;
const UNDELIVERED = 10;
/** A list shows a text so much later. */
const LIST_LAGS_MS = 3_000;
const TRICKLE_EVERY_MS = 500;

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const shown = ({ sid, to, body, status, errorCode, at }: TakenText) => ({
  sid,
  to,
  body,
  status,
  direction: 'outbound-api',
  error_code: errorCode,
  date_created: at.toUTCString(),
  date_sent: at.toUTCString(),
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * A server on loopback that speaks as much of Twilio as we use, refuses what it refuses, and fails in every way that a provider can. Its
 * list of taken texts is compared with the service's own records.
 */
export async function startUnreliableProvider(random: () => number) {
  const taken: TakenText[] = [];
  const calls = new Map<Fate | 'against the rules', number>();
  const optedOut = new Set<string>();
  const callbacks = createCallbacks(random);
  const chance = (percent: number) => random() * 100 < percent;

  function fateOfNext(): Fate {
    let left = random() * 100;
    for (const [fate, percent] of FATES) {
      left -= percent;
      if (left < 0) return fate;
    }
    return 'good';
  }

  function take(fields: URLSearchParams): TakenText {
    const callback = new URL(fields.get('StatusCallback') ?? '');
    const text: TakenText = {
      sid: `SM${(taken.length + 1).toString(16).padStart(32, '0')}`,
      to: fields.get('To') ?? '',
      body: fields.get('Body') ?? '',
      callback,
      // Twilio gives times to the second.
      at: new Date(Math.floor(Date.now() / 1_000) * 1_000),
      status: 'queued',
      errorCode: null,
    };
    taken.push(text);
    callbacks.report(text, chance(UNDELIVERED) ? 30_003 : null);
    return text;
  }

  async function trickle(response: ServerResponse, text: TakenText): Promise<void> {
    response.writeHead(201, { 'content-type': 'application/json' });
    for (const character of JSON.stringify(shown(text))) {
      if (response.destroyed) return;
      response.write(character);
      await sleep(TRICKLE_EVERY_MS);
    }
    response.end();
  }

  async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await bodyOf(request));
    const refusal = refusalOf(fields, request.headers.authorization, optedOut);
    const fate = refusal ? 'against the rules' : fateOfNext();
    calls.set(fate, (calls.get(fate) ?? 0) + 1);
    const text = fate === 'good' || fate.endsWith('taken') ? take(fields) : undefined;
    switch (fate) {
      case 'against the rules':
        json(response, refusal?.status ?? 400, { ...refusal, message: 'no' });
        break;
      case 'busy':
        json(response, 429, { code: 20_429, status: 429, message: 'slower' });
        break;
      case 'refused': {
        const code = CODES_OF_REFUSALS[Math.floor(random() * CODES_OF_REFUSALS.length)];
        json(response, 400, { code, status: 400, message: 'no' });
        break;
      }
      case 'error':
      case 'error, taken':
        json(response, 500, { code: 20_500, status: 500, message: 'sorry' });
        break;
      case 'reset':
      case 'reset, taken':
        request.socket.resetAndDestroy();
        break;
      case 'hangs':
      case 'hangs, taken':
        break;
      case 'trickles, taken':
        if (text) await trickle(response, text);
        break;
      case 'good':
        if (text) json(response, 201, shown(text));
        break;
      default:
        fate satisfies never;
    }
  }

  function answer(url: URL, response: ServerResponse): unknown {
    if (chance(FAILING_QUESTIONS)) return json(response, 503, { code: 20_503, status: 503, message: 'no' });
    const [, sid] = /\/Messages\/(\w+)\.json$/.exec(url.pathname) ?? [];
    if (sid !== undefined) {
      const text = taken.find((one) => one.sid === sid);
      return text
        ? json(response, 200, shown(text))
        : json(response, 404, { code: 20_404, status: 404, message: 'no' });
    }
    const until = new Date(Date.now() - LIST_LAGS_MS);
    const listed = taken.filter(({ to, at }) => to === url.searchParams.get('To') && at < until);
    return json(response, 200, { messages: listed.map(shown), next_page_uri: null, page: 0, page_size: 200 });
  }

  async function open(port: number): Promise<Server> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://provider');
      const isOurs = url.pathname.startsWith(`/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages`);
      if (!isOurs) return json(response, 404, { code: 20_404, status: 404, message: 'no' });
      return request.method === 'POST' ? void send(request, response) : answer(url, response);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }
  let server = await open(0);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    taken: taken as readonly TakenText[],
    /** Calls by how they ended. */
    calls: calls as ReadonlyMap<string, number>,
    /** A customer texts STOP; rejects when the service doesn't take it. */
    async stopped(number: string, webhook: URL): Promise<void> {
      optedOut.add(number);
      await callbacks.inbound(webhook, number, 'STOP');
    },
    /** Nothing listens at its address for so long. */
    async beAwayFor(ms: number): Promise<void> {
      await close();
      await sleep(ms);
      server = await open(port);
    },
    reported: callbacks.ended,
    stop: close,
  };
}

export type UnreliableProvider = Awaited<ReturnType<typeof startUnreliableProvider>>;
