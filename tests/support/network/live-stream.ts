import { onTestFinished } from 'vitest';
import { LIVE_EVENTS, type LiveChange, type LiveEventName } from '../../../src/contracts/live.ts';
import { eventually } from '../machine/eventually.ts';

interface LiveMessage {
  readonly event: LiveEventName;
  readonly id: string;
  readonly position: string;
  readonly changes: readonly LiveChange[];
}

/** A browser that has the live updates open. */
interface LiveStream {
  readonly status: number;
  readonly headers: Headers;
  /** Everything it was told, each checked against its contract. */
  readonly messages: readonly LiveMessage[];
  /** Settles when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** The first change of this thing that it was told, as soon as it comes. */
  changeOf(kind: string, id: string): Promise<LiveChange>;
  close(): void;
}

function messageOf(block: string): LiveMessage | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  const event = fields.get('event') as LiveEventName | undefined;
  if (event === undefined) return undefined;
  const data = LIVE_EVENTS[event].parse(JSON.parse(fields.get('data') ?? ''));
  return { event, id: fields.get('id') ?? '', changes: [], ...data };
}

/** Opens the stream; it is closed at the end of the test. */
export async function openLive(url: string, token: string, lastEventId?: string): Promise<LiveStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/admin/live`, {
    signal: leaving.signal,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
  });
  const messages: LiveMessage[] = [];
  async function read(): Promise<void> {
    let rest = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageOf(block);
        if (message) messages.push(message);
      }
    }
  }
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  const close = () => leaving.abort();
  onTestFinished(close);
  return {
    status: response.status,
    headers: response.headers,
    messages,
    ended,
    changeOf: (kind, id) =>
      eventually(() => {
        const change = messages
          .flatMap(({ changes }) => changes)
          .find((one) => one.kind === kind && one.id === id);
        if (!change) throw new Error(`nothing was told of ${kind} ${id}`);
        return change;
      }),
    close,
  };
}
