import {
  getBookingMessages,
  listWaitingMessages,
  type NextText,
  type UndeliveredMessage,
} from '../../../contracts/messages/waiting-messages.ts';
import type { Guard } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import type { NamedModel } from '../../../http/operation/projected.ts';
import { refuse } from '../../../http/refusal.ts';
import type { WaitingMessages } from './waiting.ts';

interface Deps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly waiting: WaitingMessages;
  /** What a text by staff would say. */
  nextText(bookingId: string): Promise<NextText | null>;
  /** Messages about a booking that did not reach its customer. */
  undelivered(bookingId: string): Promise<UndeliveredMessage[]>;
  /** Read models that are shown. */
  readonly models: readonly NamedModel[];
}

/** What customers have not been told yet, for staff. */
export function waitingMessageRoutes({ on, waiting, undelivered, nextText, models }: Deps): void {
  on(listWaitingMessages, async ({ query }) => ({ body: await waiting.list(query) }), models);
  on(
    getBookingMessages,
    async ({ params: { id } }) => {
      const [waits, failed, next] = await Promise.all([waiting.of(id), undelivered(id), nextText(id)]);
      if (!waits) throw refuse('booking-not-found');
      return { body: { waiting: waits, undelivered: failed, next_text: next } };
    },
    models,
  );
}
