import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageFault } from './trial.ts';

const KILLS = 20;
/** The sender lives at least so long, then up to so much longer. */
const LIFE_MS = { least: 500, more: 3_000 };
const WARM_UP_MS = 5_000;
const AWAY_MS = 60_000;

/** Everything that `npm run chaos messages` makes go wrong, besides what the provider does by itself. */
export const MESSAGE_FAULTS: readonly MessageFault[] = [
  { name: 'a provider that cannot be relied on', strike: async () => {} },
  {
    name: `the same, the sender killed ${KILLS} times`,
    async strike({ salon, random, report }) {
      await sleep(WARM_UP_MS);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await sleep(LIFE_MS.least + random() * LIFE_MS.more);
        await salon.killSender(0);
      }
      report(`killed ${KILLS} times`);
    },
  },
  {
    name: 'the same, two senders that both work, one of them killed twice',
    async strike({ salon, random }) {
      let second = await salon.startBeside();
      for (let kill = 1; kill <= 2; kill += 1) {
        await sleep(WARM_UP_MS + random() * LIFE_MS.more);
        await second.kill();
        second = await salon.startBeside();
      }
    },
  },
  {
    name: 'the same, unreachable for a minute',
    async strike({ provider }) {
      await sleep(WARM_UP_MS);
      await provider.beAwayFor(AWAY_MS);
    },
  },
];
