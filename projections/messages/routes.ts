import { countMessages } from '../../src/contracts/message-count.ts';
import { listMessages } from '../../src/contracts/messages.ts';
import type { Guard } from '../../src/http/caller.ts';
import type { Mount } from '../../src/http/operation.ts';
import type { NamedModel } from '../../src/http/projected.ts';
import { messages as model } from './projection.ts';
import type { Messages } from './queries.ts';

/** The ledger of messages, for staff. */
export function messageListRoutes({
  on,
  messages,
  others,
}: {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly messages: Messages;
  /** Read models that it shows a part of. */
  readonly others: readonly NamedModel[];
}): void {
  on(listMessages, async ({ query }) => ({ body: await messages.page(query) }), [model, ...others]);
  on(countMessages, async () => ({ body: await messages.attention() }), [model]);
}
