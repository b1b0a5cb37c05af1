import type { Pool } from 'pg';
import type { Config } from '../adapters/config.ts';
import type { SealingKeys } from '../eventsourcing/sealing/sealing-keys.ts';
import { createCopyCheck } from '../features/messages/pause/switch.ts';

interface Deps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
  readonly config: Pick<Config, 'webhooksAllowPrivate' | 'databaseUrl' | 'dataDir'>;
  readonly publicUrl: string;
  now(): Date;
}

/** Makes the parts that all webhooks share. */
export function webhooksBase({ pool, keys, config, publicUrl, now }: Deps) {
  const isCopy = createCopyCheck(pool, config.databaseUrl === undefined ? config.dataDir : null);
  return {
    pool,
    keys,
    allowPrivate: config.webhooksAllowPrivate,
    source: publicUrl,
    mayLeave: async () => !(await isCopy()),
    now,
  };
}
