import type { ReactNode } from 'react';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import type { WaitingMessage } from '../../../../src/contracts/messages/waiting-messages.ts';
import { useRowKeys } from '../../../admin/shortcuts/use-row-keys.ts';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { MessageItem, WaitingItem } from './message-row.tsx';
import type { waitingRows } from './tried-again.ts';

/** In the address, the message that is open: so it can be sent to somebody. */
const OPEN_PARAMETER = 'message';

const idOfWaiting = ({ channel, causes }: WaitingMessage): string => `${channel}-${causes[0]}`;

/** Messages, those that staff should look at apart and first, then those that have not left. */
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
  /** Whether messages like it don't leave, so that it can't be sent again either. */
  isPaused: (message: AdminMessage) => boolean;
  onResend: (message: AdminMessage) => void;
}) {
  const [address, changeAddress] = useAddressQuery();
  const open = address.get(OPEN_PARAMETER);
  useRowKeys();
  const turn = (id: string) =>
    changeAddress(
      (next) => {
        if (next.get(OPEN_PARAMETER) === id) next.delete(OPEN_PARAMETER);
        else next.set(OPEN_PARAMETER, id);
      },
      { replace: true },
    );
  const urgent = messages.filter(({ needs_staff }) => needs_staff);
  const others = messages.filter(({ needs_staff }) => !needs_staff);
  const { again, untried } = waiting;
  const isNamed = urgent.length + untried.length > 0;
  const itemOf = (message: AdminMessage) => (
    <MessageItem
      key={message.id}
      message={message}
      waiting={again.get(message.id)}
      isOpen={message.id === open}
      isPaused={isPaused(message)}
      onToggle={() => turn(message.id)}
      onResend={() => onResend(message)}
    />
  );
  return (
    <div className={`space-y-6 transition-opacity ${isBusy ? 'opacity-60' : ''}`} aria-busy={isBusy}>
      <Part title="Needs attention" count={urgent.length}>
        {urgent.map(itemOf)}
      </Part>
      <Part title="Not sent yet" count={untried.length}>
        {untried.map((message) => {
          const id = idOfWaiting(message);
          return <WaitingItem key={id} message={message} isOpen={id === open} onToggle={() => turn(id)} />;
        })}
      </Part>
      <Part title="Latest" count={others.length} look={isNamed ? 'without a number' : 'unseen'}>
        {others.map(itemOf)}
      </Part>
    </div>
  );
}

/** Some of the rows under a title; nothing without rows. */
function Part({
  title,
  count,
  look = 'with its number',
  children,
}: {
  title: string;
  count: number;
  look?: 'with its number' | 'without a number' | 'unseen';
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={look === 'unseen' ? 'sr-only' : 'pb-2 font-sans text-sm font-semibold tracking-normal'}>
        {title}{' '}
        {look === 'with its number' && <span className="font-normal text-stone tabular-nums">{count}</span>}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-panel">
        {children}
      </ul>
    </section>
  );
}
