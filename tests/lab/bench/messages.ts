import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startMailServer } from '../../support/messages/mail-server.ts';
import { startTwilioDouble } from '../../support/messages/twilio-double.ts';
import { cpuOf, cpuOfFamily } from './cpu.ts';
import type { HttpStage, Measured } from './http/http.ts';
import { summary } from './http/http.ts';
import { inTurns, rowOf } from './row.ts';
import { startTextingSide } from './texting-side.ts';

const CLIENTS = 8;
const ROUNDS = 5;
const BOOKINGS = 800;
/** Until what they run is compiled, as in a server that has run for a while. */
const WARM_UP = 4_000;
/** Bookings a second that one core has to tell of. */
const WANTED = 180;
const LOOK_EVERY_MS = 20;
const ONE_CORE = '0';
const ALL_CORES = `0-${availableParallelism() - 1}`;

/** Counts mails and takes them, without reading what they say. */
async function startCountingMailServer() {
  let taken = 0;
  const { url, stop } = await startMailServer({
    onRcptTo: (_address, _session, callback) => callback(),
    onData(stream, _session, callback) {
      stream.resume();
      stream.on('end', () => {
        taken += 1;
        callback();
      });
    },
  });
  return { url, stop, taken: () => taken };
}

/** Keeps a process, its threads and what it starts to one core, or lets it have all. */
function keepTo(cores: string, pid: number): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
}

/** A service that texts and mails at once. */
async function startSide(stage: HttpStage, name: string) {
  const [texts, mails] = [await startTwilioDouble(), await startCountingMailServer()];
  const side = await startTextingSide(stage, name, texts.url, { SMTP_URL: mails.url });
  keepTo(ONE_CORE, side.pid);
  const database = new pg.Client({ connectionString: side.databaseUrl });
  await database.connect();
  let isPaused = false;

  async function bookAll(bookings: number): Promise<void> {
    // No limit of a day is to be reached.
    await database.query('delete from texts_counted');
    const last = side.booked() + bookings;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (side.booked() < last) await side.book();
      }),
    );
    while (!isPaused && Math.min(texts.messages.length, mails.taken()) < last) await sleep(LOOK_EVERY_MS);
  }

  return {
    async pause() {
      await database.query("update sending set paused = true, why = 'staff'");
      isPaused = true;
    },
    async warmUp() {
      // In parts, since the texts of one must stay below the limits of a day.
      for (let booked = 0; booked < WARM_UP; booked += BOOKINGS) await bookAll(BOOKINGS);
    },
    async measure(): Promise<Measured> {
      const times = () => ({ process: cpuOf(side.pid), postgres: cpuOfFamily(stage.postgresPid) });
      const before = times();
      const began = performance.now();
      await bookAll(BOOKINGS);
      const seconds = (performance.now() - began) / 1_000;
      const after = times();
      const each = (of: keyof typeof before) => ((after[of] - before[of]) * 1_000) / BOOKINGS;
      side.endTurn();
      return { perSecond: BOOKINGS / seconds, process: each('process'), postgres: each('postgres') };
    },
    async stop() {
      await database.end();
      await side.stop();
      await Promise.all([texts.stop(), mails.stop()]);
    },
  };
}

/**
 * Bookings until the last text and mail about them has left, with the service and Postgres on one core. The processor time stands beside
 * that of the same while nothing may leave.
 */
export async function benchMessages(stage: HttpStage) {
  // The sessions of what is started from here on are its children.
  keepTo(ONE_CORE, stage.postgresPid);
  const [paused, leaving] = [await startSide(stage, 'paused'), await startSide(stage, 'leaving')];
  try {
    await paused.pause();
    for (const side of [paused, leaving]) await side.warmUp();
    const rounds = await inTurns(ROUNDS, { limit: paused.measure, ours: leaving.measure });
    const name = `bookings, ${CLIENTS} clients, until their texts and mails have left, on one core`;
    const about = { name, unit: 'bookings/s', required: 1 };
    return {
      row: rowOf(
        about,
        rounds.map(({ ours }) => ({ limit: WANTED, ours: ours.perSecond })),
      ),
      cpu: {
        ...summary(about, rounds).cpu,
        name: 'the same bookings until their texts and mails have left, beside bookings while messages are paused',
      },
    };
  } finally {
    keepTo(ALL_CORES, stage.postgresPid);
    await Promise.all([paused.stop(), leaving.stop()]);
  }
}
