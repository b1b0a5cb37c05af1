import type { SealedPart } from '../../eventsourcing/sealing/open-personal.ts';

/** The thread's `workerData`. */
export interface OpeningSettings {
  readonly databaseUrl: string;
  /** Key by which the streams' keys are wrapped. */
  readonly masterKey: Uint8Array;
}

export interface OpeningRequest {
  readonly id: number;
  readonly parts: readonly SealedPart[];
}

/** A message of the thread; the first one, when it is ready, has `id` null. */
export type OpeningReply =
  | { readonly id: null }
  | {
      readonly id: number;
      /** The JSON of each part, null where its key was shredded. Null instead of the list when a part doesn't open. */
      readonly opened: readonly (string | null)[] | null;
    };

/** Message that ends the thread; no request may be under way. */
export const CLOSE = 'close';
