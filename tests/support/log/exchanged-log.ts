import { randomUUID } from 'node:crypto';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { LOG_STREAM } from '../../../src/eventsourcing/log-opened.ts';
import { eventStoreDbDouble } from '../eventstoredb-double/double.ts';
import { type DoubleLog, doubleLog } from '../eventstoredb-double/log.ts';
import type { LogUnderTest } from './log-under-test.ts';

/** A log whose server comes back with other contents than it had. */
export interface ExchangedLog {
  readonly logUnderTest: LogUnderTest;
  /** The present contents of the server. */
  readonly contents: DoubleLog;
  /** Cuts all connections; the next ones see these contents. */
  exchange(contents: DoubleLog): Promise<void>;
}

export async function givenExchangedLog(): Promise<ExchangedLog> {
  const double = await eventStoreDbDouble();
  for (let n = 0; n < 3; n += 1) double.writeSystemEvent();
  return {
    logUnderTest: {
      settings: { EVENTSTORE_URL: double.url },
      open: () => eventStoreDb({ url: double.url }),
      whileGone: async () => {},
      whileStuck: async () => {},
      // Servers that share the log stop one after the other; its owner stops it.
      stop: () => {},
    },
    get contents() {
      return double.log;
    },
    async exchange(contents) {
      double.stop();
      await double.start(contents);
    },
  };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Makes a log longer by events of a stream that nobody reads, until it ends after the other one. */
function growPast(log: DoubleLog, other: DoubleLog): DoubleLog {
  const isShorter = () => (log.events.at(-1)?.end.commit ?? 0n) <= (other.events.at(-1)?.end.commit ?? 0n);
  while (isShorter()) {
    const event = {
      id: randomUUID(),
      type: 'Happened',
      contentType: 'application/json',
      data: json({ filling: 'x'.repeat(1_000) }),
      customMetadata: json({}),
    };
    const written = log.append('noise', 'any', [event]);
    if (written.result === 'written') log.replicate(written.last);
  }
  return log;
}

/** Ways in which a log can be wrong, made of the right one as it was earlier, and as it is. */
export const WRONG_LOGS: readonly (readonly [
  name: string,
  reason: RegExp,
  wrong: (earlier: DoubleLog, now: DoubleLog) => DoubleLog,
])[] = [
  ['empty', /goes with another event log .*\(EventStoreDB, empty\)/, () => doubleLog()],
  ['replaced by another log', /goes with another event log/, (_, now) => withOtherId(now)],
  ['replaced by another, shorter log', /goes with another event log/, (earlier) => withOtherId(earlier)],
  [
    'set back to an older copy',
    /lacks events that this database has seen/,
    (earlier) => doubleLog(earlier.events),
  ],
  [
    'set back to an older copy that has grown past where it was',
    /lacks events that this database has seen/,
    (earlier, now) => growPast(doubleLog(earlier.events), now),
  ],
];

const withOtherId = ({ events }: DoubleLog): DoubleLog =>
  doubleLog(
    events.map((event) =>
      event.stream === LOG_STREAM ? { ...event, data: json({ logId: randomUUID() }) } : event,
    ),
  );

/** A copy of the log, apart from later appends. */
export const copyOf = ({ events }: DoubleLog): DoubleLog => doubleLog(events);
