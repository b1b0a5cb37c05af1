import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { addSalonDays, dayOfWeek, type SalonDate, salonDate } from '../../../src/salon/salon-time.ts';
import { eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import {
  postgresTarget,
  startTcpProxy,
  type TcpProxy,
  throughProxy,
} from '../../support/network/tcp-proxy.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { type Customers, startCustomers } from './customers.ts';
import { randomFrom } from './random.ts';
import { createTraffic, type Traffic } from './traffic.ts';

export interface Setting {
  /**
   * `embedded`: the service runs Postgres itself, in its data folder. `outside`: Postgres runs beside it, and the
   * network to it can go wrong.
   */
  readonly postgres: 'embedded' | 'outside';
  /** EventStoreDB, mostly the double of its protocol, is always on a network that can go wrong. */
  readonly log: 'Postgres' | 'EventStoreDB';
  /** Processes that answer requests; more than one needs an outside Postgres. */
  readonly servers?: number;
  /** Replaces the keeper's minute. It is longer than a restart takes, so that claims lapse and retries still find theirs. */
  readonly keeperPatienceMs?: number;
}

export interface StageOptions extends Setting {
  readonly seed: number;
  /** Is called with each thing as it happens. */
  readonly report: (line: string) => void;
  readonly dataDir?: string | undefined;
  /** Time that a request may take; `LONGEST_ANSWER_MS` when left out. */
  readonly longestAnswerMs?: number | undefined;
}

/** A Postgres that can be taken away and brought back behind the same address. */
interface OutsidePostgres {
  /** Past the network that can go wrong. */
  readonly url: string;
  readonly network: TcpProxy;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The service under booking load, and everything that can be done to it. */
export interface Stage {
  readonly random: () => number;
  readonly report: (line: string) => void;
  readonly servers: readonly ServerProcess[];
  /** Ends one at once, whatever it does; it is started anew on what it left. */
  killAndRestart(index: number, settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** Starts another script on everything that the servers work on; it ends with the stage at the latest. */
  startBeside(script: string): Promise<ServerProcess>;
  /** Environment in which a process beside the servers finds everything they work on. */
  readonly settings: Readonly<Record<string, string>>;
  /** @throws Error where Postgres is embedded */
  readonly postgres: OutsidePostgres;
  /** The network to the double. @throws Error where the log is in Postgres */
  readonly logNetwork: TcpProxy;
  readonly customers: Customers;
  readonly traffic: Traffic;
  close(): Promise<void>;
}

const CUSTOMERS = 10;
const DAYS = 12;
const KEEPER_PATIENCE_MS = 2_500;
const TIME_ZONE = 'America/Los_Angeles';

/** Open weekdays from next week on. */
function openDays(): SalonDate[] {
  const days: SalonDate[] = [];
  for (
    let day = addSalonDays(salonDate(new Date(), TIME_ZONE), 7);
    days.length < DAYS;
    day = addSalonDays(day, 1)
  ) {
    if ([2, 3, 4].includes(dayOfWeek(day))) days.push(day);
  }
  return days;
}

async function startOutsidePostgres(): Promise<OutsidePostgres & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salon-chaos-postgres-'));
  let server: EmbeddedPostgres = await openEmbedded({ dataDir });
  const network = await startTcpProxy(() => postgresTarget(server.url));
  return {
    get url() {
      return server.url;
    },
    network,
    stop: () => server.stop(),
    async start() {
      server = await openEmbedded({ dataDir });
    },
    async close() {
      await network.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server on this machine that `EVENTSTORE_URL` names, or else the protocol double. */
async function startLog(): Promise<{ url: string; stop(): void; network: TcpProxy }> {
  const url = process.env.EVENTSTORE_URL;
  if (url !== undefined) {
    const { port } = new URL(url.replace(/^esdb:/, 'http:'));
    return { url, stop: () => {}, network: await startTcpProxy({ port: Number(port) }) };
  }
  const double = await eventStoreDbDouble();
  // A real log is never empty: the server writes for itself, too.
  for (let n = 0; n < 3; n += 1) double.writeSystemEvent();
  return { url: double.url, stop: double.stop, network: await startTcpProxy(double.endPoint) };
}

function demanded<T>(thing: T | undefined, what: string): T {
  if (thing === undefined) throw new Error(`there is no ${what} in this setting`);
  return thing;
}

/** Opens everything that the setting asks for and lets customers in. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { seed, report, servers: count = 1, keeperPatienceMs = KEEPER_PATIENCE_MS } = options;
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const undo of opened.splice(0).reverse()) await undo();
  };
  try {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'salon-chaos-')));
    if (options.dataDir === undefined) opened.push(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = options.postgres === 'outside' ? await startOutsidePostgres() : undefined;
    if (postgres) opened.push(() => postgres.close());
    const log = options.log === 'EventStoreDB' ? await startLog() : undefined;
    if (log) opened.push(() => log.network.close().then(log.stop));

    const settings: Record<string, string> = {
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(24).toString('hex'),
      BOOKING_LIMIT_PER_HOUR: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      KEEPER_PATIENCE_MS: String(keeperPatienceMs),
      ...(postgres && { DATABASE_URL: throughProxy(postgres.url, postgres.network) }),
      ...(log && { EVENTSTORE_URL: throughProxy(log.url, log.network) }),
    };
    const up = new Map<number, ServerProcess>();
    const downs: { readonly from: number; to: number }[] = [];
    opened.push(() => Promise.all([...up.values()].map((server) => server.stop())));
    const start = async (index: number, more: Readonly<Record<string, string>> = {}) => {
      const server = await startServerProcess({ ...settings, ...more });
      up.set(index, server);
      return server;
    };
    await Promise.all(Array.from({ length: count }, (_, index) => start(index)));

    const random = randomFrom(seed);
    const traffic = createTraffic((since) => downs.some(({ to }) => to >= since), options.longestAnswerMs);
    const customers = startCustomers({
      count: CUSTOMERS,
      days: openDays(),
      random: randomFrom(seed + 1),
      serverUrl: () => [...up.values()][Math.floor(Math.random() * up.size)]?.url,
      traffic,
    });
    opened.push(() => customers.close());

    return {
      random,
      report,
      settings,
      traffic,
      customers,
      get servers() {
        return [...up.values()];
      },
      async killAndRestart(index, more) {
        const down = { from: performance.now(), to: Number.POSITIVE_INFINITY };
        downs.push(down);
        const victim = demanded(up.get(index), `server ${index}`);
        up.delete(index);
        await victim.kill();
        const server = await start(index, more);
        down.to = performance.now();
        return server;
      },
      async startBeside(script) {
        const beside = await startServerProcess(settings, script);
        opened.push(beside.stop);
        return beside;
      },
      get postgres() {
        return demanded(postgres, 'outside Postgres');
      },
      get logNetwork() {
        return demanded(log, 'log outside Postgres').network;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
