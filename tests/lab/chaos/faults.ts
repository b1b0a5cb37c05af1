import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TcpProxy } from '../../support/network/tcp-proxy.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import type { Setting, Stage } from './stage.ts';
import type { Fault } from './trial.ts';

/** Everything that `npm run chaos` makes go wrong. */

const OUTAGE_MS = 6_000;
const HOUR_MS = 3_600_000;
/** The server lives at least so long, then up to so much longer. */
const LIFE_MS = { least: 150, more: 1_200 };

const EMBEDDED: Setting = { postgres: 'embedded', log: 'Postgres' };
const OUTSIDE: Setting = { postgres: 'outside', log: 'Postgres' };
const EVENTSTOREDB: Setting = { postgres: 'outside', log: 'EventStoreDB' };

/** The process is killed again and again, whatever it is doing. */
export const kills = (times: number, setting: Setting = EMBEDDED): Fault => ({
  ...setting,
  name: `the server killed ${times} times`,
  async strike(stage) {
    for (let kill = 1; kill <= times; kill += 1) {
      const life = LIFE_MS.least + stage.random() * LIFE_MS.more;
      await sleep(life);
      const { startedInMs } = await stage.killAndRestart(0);
      stage.report(
        `kill ${kill}/${times} after ${Math.round(life)} ms, back in ${Math.round(startedInMs)} ms`,
      );
    }
  },
});

const postgresStopped: Fault = {
  ...OUTSIDE,
  name: 'Postgres stopped and started',
  async strike({ postgres }) {
    await postgres.stop();
    await sleep(OUTAGE_MS);
    await postgres.start();
  },
};

/** The ways in which a network goes wrong, for either store. */
const networkFaults = (setting: Setting, what: string, networkOf: (stage: Stage) => TcpProxy): Fault[] => [
  {
    ...setting,
    name: `${what} unreachable`,
    async strike(stage) {
      networkOf(stage).cut();
      await sleep(OUTAGE_MS);
      networkOf(stage).restore();
    },
  },
  {
    ...setting,
    name: `${what} silent, its connections lost for good`,
    async strike(stage) {
      networkOf(stage).silence();
      await sleep(OUTAGE_MS);
      networkOf(stage).restore();
    },
  },
  {
    ...setting,
    name: `${what} slow, 150 ms each way`,
    async strike(stage) {
      networkOf(stage).delay(150);
      await sleep(OUTAGE_MS);
      networkOf(stage).restore();
    },
  },
];

function diskFull(): Fault {
  let disk: SmallDisk | undefined;
  return {
    ...EMBEDDED,
    name: 'the disk full',
    cannot: async () => {
      try {
        await (await mountSmallDisk(1)).remove();
        return undefined;
      } catch (error) {
        return `no disk can be mounted (${error instanceof Error ? error.message.trim().split('\n').at(-1) : error})`;
      }
    },
    async place() {
      disk = await mountSmallDisk(256);
      return { dataDir: join(disk.path, 'data'), remove: disk.remove };
    },
    async strike() {
      await disk?.fill();
      await sleep(OUTAGE_MS);
      await disk?.clear();
    },
  };
}

const clockJump: Fault = {
  ...EMBEDDED,
  name: 'the clock an hour ahead, and back',
  async strike(stage) {
    for (const server of stage.servers) server.setClockAhead(HOUR_MS);
    // Slots that nobody claims, first seen by a clock that is wrong.
    for (let kill = 0; kill < 4; kill += 1) {
      await sleep(LIFE_MS.least + stage.random() * LIFE_MS.more);
      await stage.killAndRestart(0, { CLOCK_AHEAD_MS: String(HOUR_MS) });
    }
    for (const server of stage.servers) server.setClockAhead(0);
  },
};

const twoKeepers: Fault = {
  ...OUTSIDE,
  name: 'two slot keepers at once, too hasty',
  servers: 2,
  keeperPatienceMs: 50,
  async strike(stage) {
    const script = join(import.meta.dirname, 'keeper-entry.ts');
    const keepers = await Promise.all([1, 2].map(() => stage.startBeside(script)));
    await sleep(OUTAGE_MS / 2);
    await stage.killAndRestart(0);
    await sleep(OUTAGE_MS / 2);
    await Promise.all(keepers.map((keeper) => keeper.stop()));
  },
};

const longTransaction: Fault = {
  ...OUTSIDE,
  name: 'a long transaction holding back the feed',
  async strike({ postgres }) {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('begin; select pg_current_xact_id()');
    await sleep(OUTAGE_MS);
    await client.query('rollback');
    await client.end();
  },
};

export const FAULTS: readonly Fault[] = [
  kills(20),
  postgresStopped,
  ...networkFaults(OUTSIDE, 'Postgres', ({ postgres }) => postgres.network),
  ...networkFaults(EVENTSTOREDB, 'EventStoreDB', ({ logNetwork }) => logNetwork),
  diskFull(),
  clockJump,
  twoKeepers,
  longTransaction,
];
