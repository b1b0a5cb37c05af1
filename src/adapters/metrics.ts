import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MESSAGE_CHANNELS, type MessageChannel } from '../contracts/messages/message-words.ts';
import { deadlineIn, withinDeadline } from '../eventsourcing/async/deadline.ts';

export interface EndedRequest {
  readonly method: string;
  /** The route's pattern, or `(none)` if no route answered. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The value of a gauge for one combination of labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A gauge that is read at each scrape. */
export interface SampledGauge {
  readonly name: string;
  readonly help: string;
  /** Label names, none when left out. */
  readonly labels?: readonly string[];
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** The result of an append. `conflict` means that another writer was faster. */
export type AppendOutcome = 'appended' | 'conflict' | 'unavailable' | 'refused';

/**
 * The client's fault in a request: it closed the connection before the whole request had arrived (`aborted`), the request isn't HTTP
 * (`unreadable`), or the request took too long to arrive (`timed-out`).
 */
export type ClientFault = (typeof CLIENT_FAULTS)[number];
const CLIENT_FAULTS = ['aborted', 'unreadable', 'timed-out'] as const;

/** The result of sending a text message or a mail. `kept` means that no provider or mail server is set, so it was written to a file. */
type SendingOutcome = (typeof SENDING_OUTCOMES)[number];
const SENDING_OUTCOMES = ['accepted', 'kept', 'not-sent', 'refused', 'unknown'] as const;

/** The metrics of this process. Values of labels come from fixed lists, never from requests. */
export interface Metrics {
  requestEnded(request: EndedRequest): void;
  /** Counts a request that failed by the client's fault. */
  requestFaulty(fault: ClientFault): void;
  appendEnded(outcome: AppendOutcome, seconds: number): void;
  commandRetried(): void;
  batchProjected(events: number, seconds: number): void;
  /** Counts a slot that the slot keeper released, or a claim that the slot keeper fenced off before it released the slot. */
  slotSettled(outcome: 'released' | 'fenced'): void;
  /** Counts a text message or a mail by how sending it ended. */
  messageEnded(channel: MessageChannel, outcome: SendingOutcome): void;
  /** Adds gauges. A gauge that can't be read is left out of that scrape, so that no scrape shows an old value. */
  sample(...gauges: readonly SampledGauge[]): void;
  /** Everything in Prometheus's text format. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A scrape must not wait for a store that doesn't answer, since most metrics don't need the store. */
const SAMPLE_TIMEOUT_MS = 2_000;
const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'salon_http_request_duration_seconds',
    help: 'Requests answered, by route pattern and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const faults = new Counter({
    name: 'salon_http_client_faults_total',
    help: 'Requests that a client broke off, sent not as HTTP, or too slowly.',
    labelNames: ['fault'],
    registers,
  });
  for (const fault of CLIENT_FAULTS) faults.inc({ fault }, 0);
  const appends = new Histogram({
    name: 'salon_log_append_duration_seconds',
    help: 'Appends to the event log, by outcome; a conflict means that another writer was faster.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  const retries = new Counter({
    name: 'salon_command_retries_total',
    help: 'Commands decided again after a conflict.',
    registers,
  });
  const batchSizes = new Histogram({
    name: 'salon_projected_batch_events',
    help: 'Events in a batch that the projector applied.',
    buckets: BATCH_SIZES,
    registers,
  });
  const batches = new Histogram({
    name: 'salon_projected_batch_duration_seconds',
    help: 'From a batch at hand to its rows and checkpoints written.',
    buckets: SECONDS,
    registers,
  });
  const settled = new Counter({
    name: 'salon_keeper_slots_total',
    help: 'Slots that the slot keeper gave back (released), and claims that it fenced off before.',
    labelNames: ['outcome'],
    registers,
  });
  settled.inc({ outcome: 'released' }, 0);
  settled.inc({ outcome: 'fenced' }, 0);
  const messages = new Counter({
    name: 'salon_messages_total',
    help: 'Tries to send a message to a customer, by channel: accepted, not-sent (tried again), refused, or unknown (never repeated).',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  for (const channel of MESSAGE_CHANNELS)
    for (const outcome of SENDING_OUTCOMES) messages.inc({ channel, outcome }, 0);

  return {
    requestEnded({ method, route, status, seconds }) {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    requestFaulty: (fault) => faults.inc({ fault }),
    appendEnded: (outcome, seconds) => appends.observe({ outcome }, seconds),
    commandRetried: () => retries.inc(),
    batchProjected(events, seconds) {
      batchSizes.observe(events);
      batches.observe(seconds);
    },
    slotSettled: (outcome) => settled.inc({ outcome }),
    messageEnded: (channel, outcome) => messages.inc({ channel, outcome }),
    sample(...gauges) {
      for (const { name, help, labels = [], read } of gauges) {
        new Gauge({
          name,
          help,
          labelNames: [...labels],
          registers,
          async collect() {
            this.reset();
            // `reset` sets a gauge without labels to 0, which would look like a measured value.
            if (labels.length === 0) this.remove();
            const samples = await withinDeadline(deadlineIn(SAMPLE_TIMEOUT_MS), (async () => read())()).catch(
              () => [],
            );
            for (const sample of samples) this.set({ ...sample.labels }, sample.value);
          },
        });
      }
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}
