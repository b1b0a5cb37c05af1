import type { AdminMessage } from '../../../../src/contracts/messages.ts';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { MessageItem } from './message-row.tsx';

/** In the address, the message that is open: so it can be sent to somebody. */
const OPEN_PARAMETER = 'message';

/** Messages, those that staff should look at apart and first. */
export function MessageList({
  messages,
  isBusy,
  isPaused,
  onResend,
}: {
  messages: readonly AdminMessage[];
  isBusy: boolean;
  /** Whether messages like it don't leave, so that it can't be sent again either. */
  isPaused: (message: AdminMessage) => boolean;
  onResend: (message: AdminMessage) => void;
}) {
  const [address, changeAddress] = useAddressQuery();
  const open = address.get(OPEN_PARAMETER);
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
  const parts = [
    { title: 'Needs attention', rows: urgent },
    { title: 'Latest', rows: others },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className={`space-y-6 transition-opacity ${isBusy ? 'opacity-60' : ''}`} aria-busy={isBusy}>
      {parts.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <h2
            className={urgent.length > 0 ? 'pb-2 font-sans text-sm font-semibold tracking-normal' : 'sr-only'}
          >
            {title}{' '}
            <span className="font-normal text-stone tabular-nums">{title !== 'Latest' && rows.length}</span>
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-panel">
            {rows.map((message) => (
              <MessageItem
                key={message.id}
                message={message}
                isOpen={message.id === open}
                isPaused={isPaused(message)}
                onToggle={() => turn(message.id)}
                onResend={() => onResend(message)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
