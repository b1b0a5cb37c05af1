import type { KeyObject } from 'node:crypto';
import { SealBroken } from './sealed-box.ts';

/** A stream's own key, or `shredded` if it was destroyed on purpose. */
export type SealingKey = KeyObject | 'shredded';

/** The store of the streams' keys. It is separate from the log. */
export interface SealingKeys {
  /** The stream's key. It is created now if the stream never had one. A stream whose key was shredded never gets another. */
  keyFor(stream: string): Promise<SealingKey>;
  /** Keys of many streams at once. A stream that never had a key is missing from the map. */
  keysOf(streams: readonly string[]): Promise<ReadonlyMap<string, SealingKey>>;
  /** Destroys the stream's key for good. A stream that has no key yet never gets one then. May be repeated. */
  shred(stream: string): Promise<void>;
}

/** A key that nothing can have shredded. @throws SealBroken if it is shredded all the same */
export async function unshreddedKey(keys: Pick<SealingKeys, 'keyFor'>, name: string): Promise<KeyObject> {
  const key = await keys.keyFor(name);
  if (key === 'shredded') throw new SealBroken(`the key ${name} was shredded`);
  return key;
}
