import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes that this process holds in its heap and outside it once all garbage is gone. */
export async function heldMemory(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    // Objects that end with a connection or a timer are released one turn of the event loop later.
    await sleep(50);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
