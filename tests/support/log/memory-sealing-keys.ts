import { createSecretKey, randomBytes } from 'node:crypto';
import { KEY_BYTES } from '../../../src/eventsourcing/sealing/sealed-box.ts';
import type { SealingKey, SealingKeys } from '../../../src/eventsourcing/sealing/sealing-keys.ts';

export const memorySealingKeys = (): SealingKeys => {
  const keys = new Map<string, SealingKey>();
  return {
    keyFor: async (stream) => {
      const key = keys.get(stream) ?? createSecretKey(randomBytes(KEY_BYTES));
      keys.set(stream, key);
      return key;
    },
    keysOf: async (streams) =>
      new Map(
        streams.flatMap((stream) => {
          const key = keys.get(stream);
          return key === undefined ? [] : [[stream, key]];
        }),
      ),
    shred: async (stream) => {
      keys.set(stream, 'shredded');
    },
  };
};
