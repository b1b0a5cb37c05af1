import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { allProjections } from '../../projections/all.ts';
import type { Config } from '../../src/adapters/config.ts';
import { createStartupPatience } from '../../src/adapters/event-log/startup-patience.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { createMetrics } from '../../src/adapters/metrics.ts';
import { openDatabase } from '../../src/adapters/postgres/database.ts';
import { postgresProcessStore } from '../../src/adapters/postgres/process-store.ts';
import type { SalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { deriveKey } from '../../src/adapters/secrets/derived-keys.ts';
import { secretKeyOf } from '../../src/adapters/secrets/secret-key.ts';
import type { AppContext } from '../../src/app/context.ts';
import { messagesDepsOf } from '../../src/app/messages.ts';
import { readProfileSource } from '../../src/app/profile.ts';
import { openStores } from '../../src/app/stores.ts';
import { MANAGERS_OF_THE_LOG } from '../../src/app/worker/process-managers.ts';
import { startReadSide } from '../../src/app/worker/read-side.ts';
import { composeWriteSide, type WriteSide } from '../../src/app/write-side.ts';
import type { Actor } from '../../src/contracts/history/actor.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { derivedId } from '../../src/eventsourcing/identity.ts';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../src/eventsourcing/streams/event-streams.ts';
import type { BookingResult } from '../../src/features/booking/appointment/commands.ts';
import { createMessagesContext, type MessagesContext } from '../../src/features/messages/context.ts';
import { MESSENGER } from '../../src/features/messages/ledger/append.ts';
import { homeOf } from '../../src/features/messages/pause/switch.ts';
import { messengerTables } from '../../src/features/messages/queue/queue.ts';
import { createCommandRunner } from '../../src/http/operation/command-runner.ts';
import type { DemoClock } from './clock.ts';

/** A command as somebody sends it. */
interface Sent {
  readonly actor: Actor;
  /** Such as `cancel-booking`, with the id of what it is about; left out for a command that makes something. */
  readonly command: string;
  readonly subject?: string;
  readonly body?: unknown;
  readonly key?: string;
}

/** The service without its HTTP server: its commands, its read models and its process managers, on a clock of our own. */
export interface DemoSalon extends Omit<WriteSide, 'followed' | 'profile' | 'source'> {
  readonly profile: SalonProfile;
  readonly pool: Pool;
  readonly messages: MessagesContext;
  /** Does a command as a request would; undefined when a rule refuses it. */
  send<Result>(sent: Sent, work: (run: CommandRun<Actor>) => Promise<Result>): Promise<Result | undefined>;
  /** The log's position after the last command on a booking. */
  lastBooked(): string;
  /** Waits until process managers have read the log up to a position. */
  followed(position: string, managers: readonly string[]): Promise<void>;
  /** Waits until all read models and process managers have read the whole log and have nothing more to write. */
  caughtUp(): Promise<void>;
  /**
   * Lets the service, once it is in this folder, send on from here. If its messenger had its first start then, what customers were told
   * before would count as uncertain, and so every undo would be told them.
   */
  sendOn(folder: string): Promise<void>;
  close(): Promise<void>;
}

const DEADLINE_MS = 60_000;
/** Ten years: the clock leaps, and a slot must not count as forgotten while its booking is written. */
const CLAIM_PATIENCE_MS = 10 * 365 * 86_400_000;
const LOOK_AGAIN_MS = 5;
const STANDSTILL_MS = 60_000;

const REACHED = `
  select count(*) filter (where position >= $1)::int as reached from process_checkpoints where process = any ($2)`;
const OPEN = 'select exists (select from registrar_decisions) as open';

/** Nothing else uses the database yet, and it is thrown away unless it is completed. */
const HURRIED = 'alter role current_user set synchronous_commit = off';
const UNHURRIED = 'alter role current_user reset synchronous_commit';

/** Whether what a command answered is about a booking. */
export const isOnBooking = (result: unknown): result is BookingResult =>
  typeof result === 'object' && result !== null && 'bookingId' in result;

/** Opens a salon in a data folder, on the demo's clock. */
export async function openDemoSalon(config: Config, clock: DemoClock): Promise<DemoSalon> {
  const closing = new AsyncDisposableStack();
  const ending = new AbortController();
  try {
    const secretKey = await secretKeyOf(config);
    const lost = (error: Error) => {
      console.error(error);
      process.exit(1);
    };
    const database = await openDatabase(config, { onLost: lost });
    closing.defer(database.stop);
    const interrupted = () => {
      database.abandon();
      process.exit(130);
    };
    process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    closing.defer(() => void process.off('SIGINT', interrupted).off('SIGTERM', interrupted));
    const logger = createLogger(config.logLevel, { write: (line) => process.stderr.write(line) });
    const metrics = createMetrics();
    const context: AppContext = {
      config,
      publicUrl: `http://localhost:${config.port}`,
      databaseUrl: database.url,
      secretKey,
      logger,
      say: () => {},
      metrics,
      now: clock.now,
      withoutMessages: true,
      claimPatienceMs: CLAIM_PATIENCE_MS,
      patience: createStartupPatience({ limitMs: 1_000 }),
      onLost: lost,
      draining: ending.signal,
      ending: ending.signal,
      closing,
    };
    const stores = await openStores(context);
    const { pool, log } = stores;
    await pool.query(HURRIED);
    const source = await readProfileSource(context);
    const { profile, ...writeSide } = await composeWriteSide(stores, context, source);
    const projections = allProjections(stores.links);
    const { positions } = await startReadSide(
      stores,
      { ...writeSide, profile },
      { ...context, now: clock.latest },
    );
    const runCommand = createCommandRunner(deriveKey(secretKey, 'request-hash/v1'));

    let lastBooked = '';
    async function followed(position: string, managers: readonly string[]): Promise<void> {
      const givenUpAt = performance.now() + STANDSTILL_MS;
      while (performance.now() < givenUpAt) {
        const values = [position, managers];
        const { rows } = await pool.query<{ reached: number }>(REACHED, values);
        if (rows[0]?.reached === managers.length) return;
        await pause(LOOK_AGAIN_MS);
      }
      throw new Error('The process managers stand still.');
    }

    return {
      ...writeSide,
      profile: profile(),
      pool,
      messages: createMessagesContext(
        await messagesDepsOf({ ...stores, ...context }, profile, writeSide.sendingKeys.now.now),
      ),
      followed,
      lastBooked: () => lastBooked,

      async send({ actor, command, subject, body = {}, key = randomUUID() }, work) {
        try {
          const result = await runCommand(
            { correlationId: derivedId('demo', key) },
            { command, subject, actor, body, key, ifVersion: undefined, deadlineMs: DEADLINE_MS },
            work,
          );
          if (isOnBooking(result) && result.position > lastBooked) lastBooked = result.position;
          return result;
        } catch (error) {
          if (error instanceof RuleBroken) return undefined;
          throw error;
        }
      },

      async caughtUp() {
        let head = '';
        for (;;) {
          const { rows } = await pool.query<{ open: boolean }>(OPEN);
          const latest = await log.head();
          if (latest === head && rows[0]?.open === false) break;
          head = latest;
          await followed(head, MANAGERS_OF_THE_LOG);
        }
        const models = projections.map(({ name }) => name);
        const reached = await Promise.all(models.map((name) => positions.reached(name, head, STANDSTILL_MS)));
        if (reached.some((position) => position < head)) throw new Error('A read model stands still.');
      },

      async sendOn(folder) {
        const home = await homeOf(pool, folder);
        const { begin } = messengerTables({ home, now: () => new Date() });
        const first = { position: LOG_START, revision: null };
        await postgresProcessStore(pool).save(MESSENGER, first, await log.head(), (tx) =>
          begin(tx, LOG_START),
        );
      },

      async close() {
        await pool.query(UNHURRIED);
        ending.abort();
        await closing.disposeAsync();
      },
    };
  } catch (error) {
    ending.abort();
    await closing.disposeAsync();
    throw error;
  }
}
