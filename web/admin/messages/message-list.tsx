import { type ReactNode, useState } from 'react';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import { useFilters } from '../ui/form/use-filters.ts';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { MessageItem } from './message-row.tsx';

/** The address has the open message, so that it can be shared. */
const NONE_OPEN = { message: '' };

/** Messages in two sections: those that need attention, and all others. */
export function MessageList({
  messages,
  isBusy,
  isPaused,
  onResend,
}: {
  messages: readonly AdminMessage[];
  isBusy: boolean;
  /** Whether sending is paused for the message's channel, so that it can't be sent again either. */
  isPaused: (message: AdminMessage) => boolean;
  onResend: (message: AdminMessage) => void;
}) {
  const { filters, setFilter } = useFilters(NONE_OPEN);
  const open = filters.message;
  /** The open message stays in its section, so that an answer to it can be written to the end. */
  const [held, setHeld] = useState({ id: '', isUrgent: false });
  if (held.id !== open)
    setHeld({ id: open, isUrgent: messages.some(({ id, needs_staff }) => id === open && needs_staff) });
  useRowKeys();
  const turn = (id: string) => setFilter('message', id === open ? '' : id);
  const isUrgent = ({ id, needs_staff }: AdminMessage) => (id === held.id ? held.isUrgent : needs_staff);
  const urgent = messages.filter(isUrgent);
  const others = messages.filter((message) => !isUrgent(message));
  const itemOf = (message: AdminMessage) => (
    <MessageItem
      key={message.id}
      message={message}
      isOpen={message.id === open}
      isPaused={isPaused(message)}
      onToggle={() => turn(message.id)}
      onResend={() => onResend(message)}
    />
  );
  return (
    <div className={`space-y-6 transition-opacity ${isBusy ? 'opacity-60' : ''}`} aria-busy={isBusy}>
      <MessageSection title="Needs attention" count={urgent.length}>
        {urgent.map(itemOf)}
      </MessageSection>
      <MessageSection
        title="Latest"
        count={others.length}
        heading={urgent.length > 0 ? 'without a number' : 'unseen'}
      >
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
