import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** What this process holds in its heap and beside it once all garbage is gone, in bytes. */
export async function heldMemory(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    // What ends with a connection or a timer is let go a turn of the event loop later.
    await sleep(50);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
