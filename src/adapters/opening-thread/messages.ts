import type { SealedPart } from '../../eventsourcing/sealing/open-personal.ts';

/** What the thread is started with. */
export interface OpeningSettings {
  readonly databaseUrl: string;
  /** That the streams' keys are wrapped by. */
  readonly masterKey: Uint8Array;
}

export interface OpeningRequest {
  readonly id: number;
  readonly parts: readonly SealedPart[];
}

/** `id` is null once, when the thread is ready. */
export type OpeningReply =
  | { readonly id: null }
  | {
      readonly id: number;
      /** The JSON of each part, null where its key was shredded; null altogether when one doesn't open. */
      readonly opened: readonly (string | null)[] | null;
    };

/** Ends the thread; nothing may be under way. */
export const CLOSE = 'close';
