import { type ReactNode, useRef } from 'react';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import type { WaitingMessage } from '../../../src/contracts/messages/waiting-messages.ts';
import { useFilters } from '../ui/form/use-filters.ts';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { MessageItem, WaitingItem } from './message-row.tsx';

/** The address has the open message, so that it can be shared. */
const NONE_OPEN = { message: '' };

const idOfWaiting = ({ channel, causes }: WaitingMessage): string => `${channel}-${causes[0]}`;

interface WaitingRows {
  /** Waiting retries of messages that already have a row, by the messages' ids. */
  readonly again: ReadonlyMap<string, WaitingMessage>;
  /** Waiting messages that have no row yet. */
  readonly unsent: readonly WaitingMessage[];
}

/** Splits the waiting messages, since one whose attempt failed is in both lists and must be shown only once. */
export function waitingRows(
  messages: readonly AdminMessage[],
  waiting: readonly WaitingMessage[],
): WaitingRows {
  const again = new Map<string, WaitingMessage>();
  for (const { id, status, channel, causes } of messages) {
    const retry = waiting.find(
      (one) => one.channel === channel && one.causes.some((cause) => causes.includes(cause)),
    );
    if (status === 'not-sent' && retry) again.set(id, retry);
  }
  const shown = new Set(again.values());
  return { again, unsent: waiting.filter((message) => !shown.has(message)) };
}

/** Messages in three sections: those that need attention, those that wait, and all others. */
export function MessageList({
  messages,
  waiting,
  isBusy,
  isPaused,
  onResend,
}: {
  messages: readonly AdminMessage[];
  waiting: ReturnType<typeof waitingRows>;
  isBusy: boolean;
  /** Whether sending is paused for the message's channel, so that it can't be sent again either. */
  isPaused: (message: AdminMessage) => boolean;
  onResend: (message: AdminMessage) => void;
}) {
  const { filters, setFilter } = useFilters(NONE_OPEN);
  const open = filters.message;
  const drafts = useRef(new Map<string, string>()).current;
  useRowKeys();
  const turn = (id: string) => setFilter('message', id === open ? '' : id);
  const urgent = messages.filter(({ needs_staff }) => needs_staff);
  const others = messages.filter(({ needs_staff }) => !needs_staff);
  const { again, unsent } = waiting;
  const isNamed = urgent.length + unsent.length > 0;
  const itemOf = (message: AdminMessage) => (
    <MessageItem
      key={message.id}
      message={message}
      waiting={again.get(message.id)}
      isOpen={message.id === open}
      isPaused={isPaused(message)}
      drafts={drafts}
      onToggle={() => turn(message.id)}
      onResend={() => onResend(message)}
    />
  );
  return (
    <div className={`space-y-6 transition-opacity ${isBusy ? 'opacity-60' : ''}`} aria-busy={isBusy}>
      <MessageSection title="Needs attention" count={urgent.length}>
        {urgent.map(itemOf)}
      </MessageSection>
      <MessageSection title="Not sent yet" count={unsent.length}>
        {unsent.map((message) => {
          const id = idOfWaiting(message);
          return <WaitingItem key={id} message={message} isOpen={id === open} onToggle={() => turn(id)} />;
        })}
      </MessageSection>
      <MessageSection title="Latest" count={others.length} heading={isNamed ? 'without a number' : 'unseen'}>
        {others.map(itemOf)}
      </MessageSection>
    </div>
  );
}

/** A section of rows under a title. Renders nothing without rows. */
function MessageSection({
  title,
  count,
  heading = 'with its number',
  children,
}: {
  title: string;
  count: number;
  heading?: 'with its number' | 'without a number' | 'unseen';
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h2
        className={heading === 'unseen' ? 'sr-only' : 'pb-2 font-sans text-sm font-semibold tracking-normal'}
      >
        {title}{' '}
        {heading === 'with its number' && (
          <span className="font-normal text-stone tabular-nums">{count}</span>
        )}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-panel">
        {children}
      </ul>
    </section>
  );
}
