import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Config } from '../../src/adapters/config.ts';
import { createStartupPatience } from '../../src/adapters/event-log/startup-patience.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { createMetrics } from '../../src/adapters/metrics.ts';
import { passwordHashing } from '../../src/adapters/password-hashing.ts';
import { openDatabase } from '../../src/adapters/postgres/database.ts';
import { secretKeyOf } from '../../src/adapters/secrets/secret-key.ts';
import type { AppContext } from '../../src/app/context.ts';
import { messagesDepsOf } from '../../src/app/messages.ts';
import { readProfileFiles } from '../../src/app/profile.ts';
import { openStores } from '../../src/app/stores.ts';
import { startReadSide } from '../../src/app/worker/read-side.ts';
import { composeWriteSide } from '../../src/app/write-side.ts';
import type { Actor } from '../../src/contracts/history/actor.ts';
import { deadlineIn } from '../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { derivedId } from '../../src/eventsourcing/identity.ts';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../src/eventsourcing/streams/event-streams.ts';
import { grantRole, OWNER, type StaffRole } from '../../src/features/accounts/users/staff.ts';
import { addUser } from '../../src/features/accounts/users/users.ts';
import { createMessagesContext } from '../../src/features/messages/context.ts';
import { composeReviews } from '../../src/features/reviews/compose.ts';
import { Refused } from '../../src/http/refusal.ts';
import { instantOf, type SalonDate } from '../../src/salon/salon-time.ts';

export type DemoSalon = Awaited<ReturnType<typeof openDemoSalon>>;

const STANDSTILL_MS = 60_000;
/** Ten years: the clock leaps, and a slot must not count as forgotten while its booking is written. */
const CLAIM_PATIENCE_MS = 10 * 365 * 86_400_000;

/** Adds somebody who works there, with a password of each demo's own: a known one would open a demo that others can reach. */
async function hire(
  pool: Pool,
  [email, firstName, lastName]: readonly [string, string, string],
  role: StaffRole,
  since: Date,
) {
  const id = randomUUID();
  const password = `demo-${randomBytes(9).toString('base64url')}`;
  const passwordHash = await passwordHashing().hash(password);
  const user = { id, email, firstName, lastName, passwordHash, emailConfirmedAt: since, createdAt: since };
  await addUser(pool, user);
  await grantRole(pool, id, since, role);
  const actor: Actor = { kind: 'admin', userId: id };
  return { actor, signIn: { email, password, role: role.role } };
}

/**
 * Opens the service in a data folder, without its HTTP server and on a clock that steps from one action to the next. Actions are done in the
 * order of time, one after the other, and each may plan more.
 *
 * @param deskRole the role of the person at the desk
 */
export async function openDemoSalon(config: Config, beginning: Date, deskRole: StaffRole) {
  const closing = new AsyncDisposableStack();
  const ending = new AbortController();
  const close = async () => {
    ending.abort();
    await closing.disposeAsync();
  };
  let time = beginning;
  const now = () => time;
  const planned: { readonly at: Date; readonly action: () => Promise<unknown> }[] = [];
  let commands = 0;
  try {
    const secretKey = await secretKeyOf(config);
    const onLost = (error: Error) => {
      console.error(error);
      process.exit(1);
    };
    const database = await openDatabase(config, { onLost });
    closing.defer(database.stop);
    const interrupted = () => {
      database.abandon();
      process.exit(130);
    };
    process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    closing.defer(() => void process.off('SIGINT', interrupted).off('SIGTERM', interrupted));
    const context: AppContext = {
      config,
      publicUrl: `http://localhost:${config.port}`,
      databaseUrl: database.url,
      secretKey,
      logger: createLogger(config.logLevel, { write: (line) => process.stderr.write(line) }),
      say: () => {},
      metrics: createMetrics(),
      now,
      withoutMessages: true,
      claimPatienceMs: CLAIM_PATIENCE_MS,
      patience: createStartupPatience({ limitMs: 1_000 }),
      onLost,
      draining: ending.signal,
      ending: ending.signal,
      closing,
    };
    const stores = await openStores(context);
    const { pool, log } = stores;
    // Nothing else uses the database yet, and it is thrown away unless it is completed.
    await pool.query('alter role current_user set synchronous_commit = off');
    closing.defer(async () => void (await pool.query('alter role current_user reset synchronous_commit')));
    const writeSide = await composeWriteSide(stores, context, await readProfileFiles(context));
    await startReadSide(stores, writeSide, context);
    const owner = await hire(pool, ['owner@salon.example', 'Marguerite', 'Vance'], OWNER, beginning);
    const desk = await hire(pool, ['desk@salon.example', 'Jonah', 'Reed'], deskRole, beginning);
    const signIns = [owner.signIn, desk.signIn];
    const { time_zone: timeZone } = writeSide.profile();

    /** Waits until process managers have read the log up to a position, so that what they write isn't dated much later. */
    async function followed(position: Position, managers: readonly string[]): Promise<void> {
      for (const deadline = deadlineIn(STANDSTILL_MS); ; await pause(5)) {
        const reached = 'select from process_checkpoints where position >= $1 and process = any ($2)';
        if ((await pool.query(reached, [position, managers])).rowCount === managers.length) return;
        if (performance.now() > deadline) throw new Error('The process managers stand still.');
      }
    }

    return {
      ...writeSide,
      profile: writeSide.profile(),
      pool,
      messages: createMessagesContext(await messagesDepsOf({ ...stores, ...context }, writeSide)),
      reviews: composeReviews({ ...stores, mutex: createKeyedMutex(), now, count: async () => 0 }),
      staff: [owner.actor, desk.actor] as const,
      signIns,
      now,
      followed,
      head: log.head,
      close,

      /** Lets a stylist sign in, who then sees their own appointments alone. */
      async letSignIn(person: readonly [string, string, string], stylistId: string): Promise<void> {
        signIns.push((await hire(pool, person, { role: 'stylist', stylistId }, now())).signIn);
      },

      /** The instant of a time on a day. */
      at: (date: SalonDate, minutes: number) => instantOf(date, minutes, timeZone) as Date,

      /** Plans an action. */
      later(at: Date, action: () => Promise<unknown>): void {
        planned.splice(planned.findLastIndex((other) => other.at <= at) + 1, 0, { at, action });
      },

      /** Does what is planned up to a time. */
      async live(until: Date): Promise<void> {
        for (let [next] = planned; next && next.at <= until; [next] = planned) {
          planned.shift();
          if (next.at > time) time = next.at;
          await next.action();
        }
        time = until;
      },

      /** Runs a command as somebody; undefined when a rule refuses it. */
      async as<Result>(
        actor: Actor,
        command: (run: CommandRun<Actor>) => Promise<Result>,
      ): Promise<Result | undefined> {
        commands += 1;
        const commandId = derivedId('demo-command', commands);
        const ids = { commandId, requestHash: commandId, correlationId: commandId, causationId: commandId };
        try {
          return await command({ context: { ...ids, actor }, deadline: deadlineIn(STANDSTILL_MS) });
        } catch (error) {
          if (error instanceof RuleBroken || error instanceof Refused) return undefined;
          throw error;
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
