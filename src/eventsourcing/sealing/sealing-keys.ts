import type { KeyObject } from 'node:crypto';

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
