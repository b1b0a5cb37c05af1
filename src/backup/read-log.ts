import type { ClientBase } from 'pg';
import type { EventLog } from '../adapters/event-log/event-log.ts';
import { rowsOf } from '../adapters/postgres/cursor.ts';
import { positionOf } from '../adapters/postgres-log/rows.ts';
import { LOG_START, type RecordedEvent } from '../eventsourcing/event-store.ts';
import type { StoredEvent } from './format.ts';

/** JSON stays the text that it is: to parse it and write it again would take most of the time. */
const EVENTS = `
  select e.tx, e.global_position, e.stream, e.revision, e.event_id, e.type, e.data::text, e.metadata::text
  from log.events e order by e.tx, e.global_position`;

type TextRow = [
  tx: string,
  at: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

const lineOf = (position: string, [, , stream, revision, id, type, data, metadata]: TextRow) =>
  `{"position":"${position}","stream":${JSON.stringify(stream)},"revision":${revision},"id":"${id}","type":${JSON.stringify(type)},"data":${data},"metadata":${metadata}}`;

/** The events read from a log: `last` is the position of the last one. */
export interface LogLines {
  readonly last: string;
  readonly lines: readonly string[];
}

/** The whole log in Postgres as the transaction sees it, in the order in which subscriptions deliver it. */
export async function* linesOfPostgres(client: ClientBase): AsyncGenerator<LogLines> {
  for await (const rows of rowsOf<TextRow>(client, EVENTS)) {
    let last = LOG_START;
    const lines = rows.map((row) => {
      last = positionOf(row[0], row[1]);
      return lineOf(last, row);
    });
    yield { last, lines };
  }
}

/** The events of a log from its start to its present end, in order. */
export async function* eventsUpToHead(
  log: Pick<EventLog, 'head' | 'subscribe'>,
): AsyncGenerator<readonly RecordedEvent[]> {
  const head = await log.head();
  if (head === LOG_START) return;
  const reading = new AbortController();
  try {
    for await (const batch of log.subscribe({ from: LOG_START, signal: reading.signal })) {
      const events = batch.events.filter(({ position }) => position <= head);
      if (events.length > 0) yield events;
      if (batch.position >= head) return;
    }
  } finally {
    reading.abort();
  }
}

/** An event as a line of a backup has it. */
export const storedEvent = (event: RecordedEvent): StoredEvent => ({
  position: event.position,
  stream: event.stream,
  revision: Number(event.revision),
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: event.metadata,
});

/** The log up to its present end, where it isn't in the same Postgres as everything else. */
export async function* linesOfLog(log: Pick<EventLog, 'head' | 'subscribe'>): AsyncGenerator<LogLines> {
  for await (const events of eventsUpToHead(log)) {
    yield {
      last: events.at(-1)?.position ?? LOG_START,
      lines: events.map((event) => JSON.stringify(storedEvent(event))),
    };
  }
}
