import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import type { WaitingMessage } from '../../../../src/contracts/messages/waiting-messages.ts';

interface WaitingRows {
  /** What waits of messages that are listed as tries already, by the messages' ids. */
  readonly again: ReadonlyMap<string, WaitingMessage>;
  /** What has no other row. */
  readonly untried: readonly WaitingMessage[];
}

/** A message that didn't leave is a row of the ledger, and waits for another try: it is shown once. */
export function waitingRows(
  messages: readonly AdminMessage[],
  waiting: readonly WaitingMessage[],
): WaitingRows {
  const again = new Map<string, WaitingMessage>();
  for (const { id, status, channel, causes } of messages) {
    const found = waiting.find(
      (one) => one.channel === channel && one.causes.some((cause) => causes.includes(cause)),
    );
    if (status === 'not-sent' && found) again.set(id, found);
  }
  const tried = new Set(again.values());
  return { again, untried: waiting.filter((message) => !tried.has(message)) };
}
