import { type DestinationStream, destination } from 'pino';
import { type Config, configFromEnvironment } from './adapters/config.ts';
import { createStartupPatience } from './adapters/event-log/startup-patience.ts';
import { createLogger, describeError } from './adapters/logger.ts';
import { createMetrics } from './adapters/metrics.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { secretKeyOf } from './adapters/secrets/secret-key.ts';
import { StartupError } from './adapters/startup-error.ts';
import { oncePerOutage } from './adapters/store-outage.ts';
import { compose } from './app/compose.ts';
import type { AppContext } from './app/context.ts';
import { startingApp } from './app/http-app.ts';
import { openPort } from './http/server/listener.ts';
import { OPERATORS_PATHS } from './http/server/own-hosts.ts';

/** How long requests under way may take to finish once the service stops. */
const GRACE_MS = 5_000;
/** npm forwards Ctrl-C to a process that has already got it from the terminal. So two signals within this time count as one. */
const SAME_SIGNAL_MS = 500;

/** Parts that tests, the chaos test and benchmarks replace, and what this process gives the service. */
interface Overrides
  extends Pick<
    AppContext,
    'checkAnswers' | 'quickSignIn' | 'claimPatienceMs' | 'say' | 'onLost' | 'startAgain' | 'now'
  > {
  /** How long a start waits for an EventStoreDB that doesn't answer, in milliseconds. */
  readonly startupPatienceMs: number;
  /** The stream that log lines are written to; stderr when left out. */
  readonly logTo: DestinationStream;
  /** False only for throw-away databases: the embedded database then doesn't wait for the disk. */
  readonly durable: boolean;
  /** Aborted when the process has to stop. A start that isn't complete by then gives up. */
  readonly stopping: AbortSignal;
}

/** A running service. */
export interface Server {
  readonly port: number;
  readonly publicUrl: string;
  /** Lets requests finish, then stops the parts and the embedded database. */
  stop(): Promise<void>;
  /** Asks the embedded database to stop and doesn't wait for it. */
  abandon(): void;
}

/**
 * Starts the whole service.
 *
 * @throws StartupError with a message of one line when a person can correct the cause. If it throws, nothing is left running.
 */
export async function startServer(config: Config, overrides: Partial<Overrides> = {}): Promise<Server> {
  const {
    now = () => new Date(),
    say = () => {},
    logTo = destination(2),
    durable = true,
    onLost = () => {},
    startupPatienceMs,
    stopping,
    ...others
  } = overrides;
  const lines = oncePerOutage(logTo);
  const logger = createLogger(config.logLevel, lines);
  const ending = new AbortController();
  // This applies only during the start. Later, `stop` waits for the requests under way before it ends anything.
  const giveUpStart = () => ending.abort();
  stopping?.addEventListener('abort', giveUpStart);
  const patience = createStartupPatience({
    limitMs: startupPatienceMs,
    report: say,
    signal: ending.signal,
    giveUp: (reason) => ending.abort(reason),
  });
  const metrics = createMetrics();
  const listener = await openPort(config, metrics);
  const closing = new AsyncDisposableStack();
  const draining = new AbortController();
  const stop = async () => {
    draining.abort();
    await listener.close(GRACE_MS);
    ending.abort();
    await closing.disposeAsync();
  };
  const publicUrl = config.publicUrl ?? `http://localhost:${listener.port}`;
  listener.serveEarly(OPERATORS_PATHS, startingApp({ config, publicUrl, logger, metrics, now }));
  try {
    const secretKey = await secretKeyOf(config);
    const database = await openDatabase(config, { durable, report: say, onLost });
    closing.defer(database.stop);
    const app = await compose({
      config,
      publicUrl,
      metrics,
      databaseUrl: database.url,
      secretKey,
      logger,
      say,
      now,
      onLost,
      ...others,
      patience,
      draining: draining.signal,
      ending: ending.signal,
      closing,
    });
    ending.signal.throwIfAborted();
    patience.end();
    listener.serve(app);
    return { port: listener.port, publicUrl, stop, abandon: database.abandon };
  } catch (error) {
    await stop();
    const { reason } = ending.signal;
    throw reason instanceof StartupError ? reason : error;
  } finally {
    stopping?.removeEventListener('abort', giveUpStart);
  }
}

/**
 * Runs the service in this process until a signal stops it or it fails.
 *
 * @returns the service's URL once it serves requests; undefined if it was stopped before
 */
export async function runService(config: Config): Promise<string | undefined> {
  const say = (line: string) => console.log(line);
  const logTo = destination(2);
  const logger = createLogger(config.logLevel, logTo);
  const stopping = new AbortController();
  let stoppingSince: number | undefined;

  const stop = async (exitCode: number) => {
    stoppingSince = Date.now();
    stopping.abort();
    // A process that is still starting first closes what it has opened.
    const server = await starting.catch(() => undefined);
    await server?.stop();
    process.exit(exitCode);
  };
  const fail = (error: unknown) => {
    logger.fatal({ err: error }, 'The process stops.');
    if (stoppingSince === undefined) stop(1).catch(() => process.exit(1));
  };
  const onSignal = () => {
    if (stoppingSince === undefined) {
      say('Stopping…');
      stop(0).catch(fail);
    } else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) {
      starting.then((server) => server.abandon()).finally(() => process.exit(1));
      setTimeout(() => process.exit(1), SAME_SIGNAL_MS);
    }
  };
  function startAgain(): void {
    if (stoppingSince !== undefined) return;
    starting = starting.then(async (server) => {
      await server.stop();
      return start();
    });
    starting.catch(fail);
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('uncaughtException', fail);

  const start = () =>
    startServer(config, { say, logTo, onLost: fail, startAgain, stopping: stopping.signal });
  let starting = start();
  try {
    const { port, publicUrl } = await starting;
    const started =
      config.role === 'projector'
        ? `This process keeps the read models up to date: see http://localhost:${port}/readyz`
        : `The salon is open at ${publicUrl}`;
    if (stoppingSince !== undefined) return undefined;
    say(`${started} (Ctrl-C stops it)`);
    return publicUrl;
  } catch (error) {
    // If the start was stopped on purpose, its error means nothing.
    if (stoppingSince === undefined) throw error;
    return undefined;
  }
}

if (import.meta.main) {
  const main = async () => runService(configFromEnvironment());
  main().catch((error: unknown) => {
    console.error(error instanceof StartupError ? error.message : describeError(error));
    process.exitCode = 1;
    process.exit();
  });
}
