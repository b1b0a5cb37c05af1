import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { deadlineIn, withinDeadline } from '../eventsourcing/deadline.ts';

/** A request that has ended, as metrics count it. */
export interface EndedRequest {
  readonly method: string;
  /** The route's pattern; `(none)` where no route answered. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What a scrape finds out at its own moment: one value for each combination of labels. */
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

/** How an append ended; `conflict` is another writer's win. */
export type AppendOutcome = 'appended' | 'conflict' | 'unavailable' | 'refused';

/**
 * What a client did wrong with a request as a whole: it went away before the request had arrived, its body can't be
 * decompressed, it isn't HTTP, or it took too long to arrive.
 */
export type ClientFault = (typeof CLIENT_FAULTS)[number];
const CLIENT_FAULTS = ['aborted', 'damaged', 'unreadable', 'timed-out'] as const;

/** Which limit a connection was closed for: that of its network address, or that of all connections. */
export type ConnectionLimit = (typeof CONNECTION_LIMITS)[number];
const CONNECTION_LIMITS = ['address', 'all'] as const;

/** The figures of this process. Labels come from fixed lists alone, never from what a request says. */
export interface Metrics {
  requestEnded(request: EndedRequest): void;
  /** A request that a client broke off or sent damaged: no fault of ours. */
  requestFaulty(fault: ClientFault): void;
  /** A connection was closed so that the limit of its address, or that of all, is kept. */
  connectionClosed(limit: ConnectionLimit): void;
  appendEnded(outcome: AppendOutcome, seconds: number): void;
  commandRetried(): void;
  batchProjected(events: number, seconds: number): void;
  /** The slot keeper gave a slot back, or fenced a claim off first. */
  slotSettled(outcome: 'released' | 'fenced'): void;
  /** Adds gauges; one that can't be read at a scrape is missing from it, never stale. */
  sample(...gauges: readonly SampledGauge[]): void;
  /** Everything in Prometheus's text format. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/** From half a millisecond to past the deadline of a command. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A store that is away must not keep the scraper waiting for what the process itself knows. */
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
    help: 'Requests that a client broke off, sent damaged, not as HTTP, or too slowly.',
    labelNames: ['fault'],
    registers,
  });
  for (const fault of CLIENT_FAULTS) faults.inc({ fault }, 0);
  const closed = new Counter({
    name: 'salon_http_connections_closed_total',
    help: 'Connections closed because there were too many from one address, or too many in all.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of CONNECTION_LIMITS) closed.inc({ limit }, 0);
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

  return {
    requestEnded({ method, route, status, seconds }) {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    requestFaulty: (fault) => faults.inc({ fault }),
    connectionClosed: (limit) => closed.inc({ limit }),
    appendEnded: (outcome, seconds) => appends.observe({ outcome }, seconds),
    commandRetried: () => retries.inc(),
    batchProjected(events, seconds) {
      batchSizes.observe(events);
      batches.observe(seconds);
    },
    slotSettled: (outcome) => settled.inc({ outcome }),
    sample(...gauges) {
      for (const { name, help, labels = [], read } of gauges) {
        new Gauge({
          name,
          help,
          labelNames: [...labels],
          registers,
          async collect() {
            this.reset();
            // Without labels a gauge goes back to 0, which would pass for a reading.
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
