import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/adapters/config.ts';
import type { EventLog } from '../../../src/adapters/event-log/event-log.ts';
import { CreatedBooking } from '../../../src/contracts/bookings/bookings.ts';
import type { Actor } from '../../../src/contracts/history/actor.ts';
import type { Position, RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { startServer } from '../../../src/main.ts';
import { addSalonDays, dayOfWeek, type SalonDate, salonDate } from '../../../src/salon/salon-time.ts';
import { QUICK_SIGN_IN } from '../accounts/quick-sign-in.ts';
import { type LogUnderTest, makeLogUnderTest } from '../log/log-under-test.ts';
import { settableClock } from '../machine/settable-clock.ts';
import { type Answer, createHttpClient, type HttpClient } from '../network/http-client.ts';
import { asNewAs, patiently } from '../network/patiently.ts';
import { TIME_ZONE } from '../salon/test-salon.ts';
import { templateWithTables } from './filled-template.ts';
import { idle } from './idle.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

/** A Friday, 10:00 AM in the salon: the moment every test begins at unless it says otherwise. */
export const FRIDAY_MORNING = new Date('2026-11-20T18:00:00Z');

export interface Given {
  /** The server's clock at the start. */
  readonly now?: Date;
  /** Settings by their names, over those of a test: limits off, everything logged. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The keeper's patience with a slot that no booking claims. */
  readonly patienceMs?: number;
  /** Stores to start on, which the server removes when it stops; empty ones of its own when left out. */
  readonly stores?: { readonly database: TestDatabase; readonly logUnderTest: LogUnderTest };
  /** Called when the service has to be started again. */
  readonly startAgain?: () => void;
  /** False for tests of how long sign-in takes. */
  readonly quickSignIn?: boolean;
}

interface Ask {
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real server on a database of its own, and what a test does to it. */
export interface TestSalon {
  readonly url: string;
  readonly http: HttpClient;
  readonly database: TestDatabase;
  /** Folder of its files, texts to phones among them. */
  readonly dataDir: string;
  readonly secretKey: string;
  /** The event log, as it is stored: personal parts stay sealed. */
  readonly log: EventLog;
  readonly logUnderTest: LogUnderTest;
  /** Every line that the server has logged. */
  readonly logged: readonly string[];
  /** The time that the server's clock shows. */
  now(): Date;
  /** Sets the server's clock. */
  setClock(now: Date): void;
  /** A query with `after=` is sent until its answer is that new. */
  get(path: string, ask?: Ask): Promise<Answer>;
  post(path: string, body: unknown, ask?: Ask): Promise<Answer>;
  /** Books and expects it to work. */
  booked(changes?: Readonly<Record<string, unknown>>, ask?: Ask): Promise<CreatedBooking>;
  /**
   * Waits until read models and process managers have done what follows from the log so far; see `idle.ts`. Answers the log's end.
   */
  idle(): Promise<Position>;
  /** A booking's events that people caused. Processes may record theirs in its stream at any time as well. */
  historyByPeople(bookingId: string): Promise<readonly RecordedEvent[]>;
  /** Types of the events since then that people caused; processes may still be busy with what came before. */
  causedByPeopleSince(position: Position): Promise<string[]>;
  /** An open weekday, 9 AM to 9 PM, that no other test of the file has been given. */
  freshDay(): SalonDate;
  stop(): Promise<void>;
}

const byPeople = ({ metadata }: RecordedEvent): boolean => (metadata.actor as Actor).kind !== 'system';

/** A booking as the wizard sends it, with one 30-minute service. */
export const bookingRequest = (changes: Readonly<Record<string, unknown>> = {}) => ({
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  customer_phone: '(925) 555-0100',
  appointment_date: '2026-11-24',
  appointment_time: '10:00 AM',
  services: [{ id: 'scalp-treatment', name: 'Scalp Treatment', price: '$0', duration: 30 }],
  notes: null,
  sms_consent: true,
  total_amount: 'Price Varies - Determined at Consultation',
  ...changes,
});

function* openWeekdays(now: Date): Generator<SalonDate> {
  const today = salonDate(now, TIME_ZONE);
  for (let ahead = 11; ahead < 160; ahead += 1) {
    const day = addSalonDays(today, ahead);
    if ([2, 3, 4].includes(dayOfWeek(day))) yield day;
  }
}

/** Starts a server; the caller stops it, usually in `afterAll`. */
export async function givenSalon({
  now = FRIDAY_MORNING,
  settings = {},
  patienceMs,
  stores,
  startAgain,
  quickSignIn = true,
}: Given = {}): Promise<TestSalon> {
  const database = stores?.database ?? (await createTestDatabase(await templateWithTables()));
  const logUnderTest = stores?.logUnderTest ?? (await makeLogUnderTest(database.url));
  const dataDir = await mkdtemp(join(tmpdir(), 'salon-api-'));
  const secretKey = TEST_SECRET_KEY;
  const logged: string[] = [];
  const clock = settableClock();
  clock.stopAt(now);
  const server = await startServer(
    loadConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ...logUnderTest.settings,
      SECRET_KEY: secretKey,
      BOOKING_LIMIT_PER_HOUR: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'trace',
      ...settings,
    }),
    {
      now: clock.now,
      checkAnswers: true,
      logTo: { write: (line) => logged.push(line) },
      ...(startAgain && { startAgain }),
      ...(patienceMs !== undefined && { claimPatienceMs: patienceMs }),
      ...(quickSignIn && { quickSignIn: QUICK_SIGN_IN }),
    },
  );
  const url = `http://127.0.0.1:${server.port}`;
  const http = createHttpClient(() => url);
  const log = logUnderTest.open();
  const days = openWeekdays(now);

  const headersOf = ({ token, key, headers }: Ask) => ({
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
    ...headers,
  });

  const salon: TestSalon = {
    url,
    http,
    database,
    dataDir,
    secretKey,
    log,
    logUnderTest,
    logged,
    now: clock.now,
    setClock: clock.stopAt,
    get: (path, ask = {}) => asNewAs(path, () => http.send({ path, headers: headersOf(ask) })),
    post: (path, body, ask = {}) => http.send({ method: 'POST', path, body, headers: headersOf(ask) }),
    async booked(changes, ask) {
      const once = { key: randomUUID(), ...ask };
      const answer = await patiently(() => salon.post('/api/bookings', bookingRequest(changes), once));
      if (answer.status !== 201) throw new Error(`not booked: ${answer.status} ${answer.text}`);
      return CreatedBooking.parse(answer.json);
    },
    idle: () => idle(log, database),
    async historyByPeople(bookingId) {
      return (await log.read(bookingStream(bookingId))).filter(byPeople);
    },
    async causedByPeopleSince(position) {
      const types: string[] = [];
      for await (const batch of log.subscribe({ from: position, signal: AbortSignal.timeout(30_000) })) {
        types.push(...batch.events.filter(byPeople).map(({ type }) => type));
        if (batch.caughtUp) break;
      }
      return types;
    },
    freshDay() {
      const { value, done } = days.next();
      if (done) throw new Error('no open day is left');
      return value;
    },
    async stop() {
      http.close();
      await log.close();
      await server.stop();
      logUnderTest.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return salon;
}

/** A server for one test alone, stopped at its end. */
export async function givenSalonForThisTest(given: Given = {}): Promise<TestSalon> {
  const salon = await givenSalon(given);
  onTestFinished(() => salon.stop());
  return salon;
}
