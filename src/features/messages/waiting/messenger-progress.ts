import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Position } from '../../../eventsourcing/event-store.ts';
import { MESSENGER } from '../worker/append.ts';

const LOOK_EVERY_MS = 25;
/** The rows of a change follow it within some 50 ms; without a projector they don't, and nobody shall wait for them. */
const PATIENCE_MS = 1_000;

/** Up to where the messenger has left its rows; undefined before it has begun. */
export async function messengerPosition(pool: Pool): Promise<Position | undefined> {
  const { rows } = await pool.query<{ position: Position }>({
    name: 'messenger-position',
    text: 'select position from process_checkpoints where process = $1',
    values: [MESSENGER],
  });
  return rows[0]?.position;
}

/** Waits until the messenger, which was at `reached`, is at a position, or the patience is over. */
export async function untilMessengerAt(
  pool: Pool,
  position: Position,
  reached: Position | undefined,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let at = reached; at !== undefined && at < position; at = await messengerPosition(pool)) {
    if (performance.now() > deadline) return;
    await sleep(LOOK_EVERY_MS);
  }
}
