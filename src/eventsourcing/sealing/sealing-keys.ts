import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { KEY_BYTES } from './sealed-box.ts';

/** A stream's own key, or that it was destroyed on purpose. */
export type SealingKey = KeyObject | 'shredded';

/** Where the streams' keys are kept, apart from the log. */
export interface SealingKeys {
  /** The stream's key, created now when it never had one. A shredded stream never gets another. */
  keyFor(stream: string): Promise<SealingKey>;
  /** Keys of many streams at once; a stream that never had one is missing from the map. */
  keysOf(streams: readonly string[]): Promise<ReadonlyMap<string, SealingKey>>;
  /** Destroys the stream's key for good, also before it has one. May be repeated. */
  shred(stream: string): Promise<void>;
}

/** Keys in memory, for tests. */
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
