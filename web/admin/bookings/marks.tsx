import { MessageSquareOff, MessageSquareWarning, StickyNote } from 'lucide-react';
import type { MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import { notDelivered } from '../messages/words.ts';

const iconClass = 'ml-1.5 inline size-3.5';

/** What is to be known at a glance. Each icon has its words. */
export function Marks({
  hasNote,
  wantsTexts,
  isOver,
  undelivered,
}: {
  hasNote: boolean;
  wantsTexts: boolean;
  isOver: boolean;
  /** The way of the last message that did not reach the customer. */
  undelivered: MessageChannel | undefined;
}) {
  return (
    <>
      {undelivered && (
        <span title={notDelivered(undelivered)}>
          <MessageSquareWarning aria-hidden="true" className={`${iconClass} text-bad`} />
          <span className="sr-only">, {notDelivered(undelivered).toLowerCase()}</span>
        </span>
      )}
      {hasNote && (
        <span title="Has a note">
          <StickyNote aria-hidden="true" className={`${iconClass} text-stone`} />
          <span className="sr-only">, has a note</span>
        </span>
      )}
      {!wantsTexts && !isOver && (
        <span title="No text messages">
          <MessageSquareOff aria-hidden="true" className={`${iconClass} text-stone`} />
          <span className="sr-only">, no text messages</span>
        </span>
      )}
    </>
  );
}
