import { countMessages } from '../../src/contracts/messages/message-count.ts';
import { listMessages } from '../../src/contracts/messages/messages.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { messages as model } from './projection.ts';
import type { MessageList } from './queries.ts';

/** The ledger of messages, for staff. */
export function messageListRoutes({
  on,
  messages,
  others,
}: {
  readonly on: Mount;
  readonly messages: MessageList;
  /** Read models that it shows a part of. */
  readonly others: readonly NamedModel[];
}): void {
  on(listMessages, async ({ query }) => ({ body: await messages.page(query) }), [model, ...others]);
  on(countMessages, async () => ({ body: await messages.attention() }), [model]);
}
