/** Sends a text to a phone, E.164. Rejects when it can't be sent. */
export type SendText = (to: string, text: string) => Promise<void>;

/** One text to one phone. The ids come back in what the provider reports about it. */
export interface OutgoingText {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  readonly bookingId: string;
  readonly attemptId: string;
}

/**
 * How a call of the provider ended.
 * - `accepted`: the provider has taken the text.
 * - `not-sent`: it certainly never took it; another try may succeed.
 * - `refused`: it will not take it, now or later. `code` is the provider's own.
 * - `unknown`: no answer, or one that doesn't say. It may have been sent.
 */
export type SendOutcome =
  | { readonly outcome: 'accepted'; readonly sid: string }
  | { readonly outcome: 'not-sent'; readonly why: 'unreachable' | 'provider-busy' }
  | { readonly outcome: 'refused'; readonly code: number | null }
  | { readonly outcome: 'unknown' };

/** Sends a text that nobody asks about again. Never rejects because of anything that a provider does. */
export type TryText = (text: Pick<OutgoingText, 'to' | 'text'>) => Promise<SendOutcome>;

/** The provider's knowledge of a text that it took. */
export type Receipt =
  | { readonly status: 'pending' | 'delivered' }
  | { readonly status: 'failed'; readonly code: number | null };

/** Sends texts. */
export interface SmsProvider {
  /** Ends within ten seconds, and never rejects because of anything that a provider does. */
  send(text: OutgoingText): Promise<SendOutcome>;
  /** Ids of the texts with these words that it took for this number since then. Rejects when it can't say. */
  find(what: {
    readonly to: string;
    readonly text: string;
    readonly since: Date;
  }): Promise<readonly string[]>;
  /** Rejects when it can't say. */
  receiptOf(sid: string): Promise<Receipt>;
  /** When a customer sent a text, by the provider's clock. Rejects when it can't say. */
  receivedAt(sid: string): Promise<Date>;
}
