import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { BookingIcons } from '../../bookings/booking-icons.tsx';
import { customerName, listedWhen, servicesText } from '../../bookings/booking-text.ts';
import { abilitiesOf } from '../../bookings/commands.ts';
import { useIsFresh } from '../../data/live/live-store.ts';
import { useMay } from '../../data/role.ts';
import { topicOf } from '../../data/topics.ts';
import { ControlsOf } from '../../ui/controls-of.tsx';
import { rowLinkClass } from '../../ui/table/row-link.ts';
import { Amount, BookingMenu, PendingActions, type RowHandlers } from './row.tsx';

/** An appointment of the list on a phone. */
export function BookingCard({
  booking,
  isKept,
  undelivered,
  isSelected,
  handlers,
}: {
  booking: AdminBooking;
  /** It has just left the list, and only keeps its place. */
  isKept: boolean;
  /** The channel of the last message about it, if that did not reach the customer. */
  undelivered: MessageChannel | undefined;
  isSelected: boolean;
  handlers: RowHandlers;
}) {
  const { id, status } = booking;
  const isFresh = useIsFresh(topicOf('booking', id));
  const { canConfirm } = abilitiesOf(booking, useMay());
  const isCancelled = status === 'cancelled';
  const name = customerName(booking);
  return (
    <ControlsOf thing={topicOf('booking', id)}>
      <li
        inert={isKept}
        className={`relative flex inert:opacity-50 gap-1 py-2 pr-1 pl-4 transition-colors duration-500 ${isFresh ? 'bg-warn-tint' : ''}`}
      >
        <div className={`min-w-0 flex-1 space-y-1 text-sm ${isCancelled ? 'text-stone' : ''}`}>
          <p className={`tabular-nums ${isCancelled ? 'line-through' : ''}`}>{listedWhen(booking)}</p>
          <p>
            <Link to={handlers.address(id)} data-row className={`font-medium wrap-anywhere ${rowLinkClass}`}>
              {name}
            </Link>
            <BookingIcons booking={booking} undelivered={undelivered} />
          </p>
          <p className="text-xs text-stone">
            {/* The non-breaking space keeps the dot off the start of a line. */}
            {`${servicesText(booking)}\u00a0· `}
            <Amount booking={booking} />
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge status={status} compact />
          </div>
          {canConfirm && (
            <div className="flex flex-wrap gap-1.5">
              <PendingActions booking={booking} handlers={handlers} />
            </div>
          )}
        </div>
        <div className="relative flex flex-col items-center justify-between">
          <BookingMenu booking={booking} handlers={handlers} />
          {canConfirm && (
            <label className="flex size-11 items-center justify-center">
              <span className="sr-only">Select {name}</span>
              <input
                type="checkbox"
                checked={isSelected}
                onChange={({ target }) => handlers.onSelect(id, target.checked)}
                className="size-5 accent-action"
              />
            </label>
          )}
        </div>
      </li>
    </ControlsOf>
  );
}
