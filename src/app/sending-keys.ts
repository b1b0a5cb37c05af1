import type { Pool } from 'pg';
import type { UnreadableEvent } from '../eventsourcing/event-types.ts';
import type { SealingKeys } from '../eventsourcing/sealing/sealing-keys.ts';
import { createKeysNow, type KeysConfig } from '../features/sending-keys/keys-now.ts';
import { createStoredKeys } from '../features/sending-keys/stored-keys.ts';

interface Deps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
  readonly config: KeysConfig;
  readonly logger: { error(of: object, text: string): void };
}

/** Follows the keys for sending messages in this process. The table holds those of staff. */
export function sendingKeysOf(
  { pool, keys, config, logger }: Deps,
  onUnreadable: (problem: UnreadableEvent) => void,
) {
  const stored = createStoredKeys(pool, keys);
  const onFailure = (err: unknown) =>
    logger.error(
      { err },
      'The saved keys for sending can’t be used; enter them again under Settings, Sending.',
    );
  return { stored, now: createKeysNow({ config, stored, onUnreadable, onFailure }) };
}

export type SendingKeys = ReturnType<typeof sendingKeysOf>;
