import { Ban, CalendarClock, Check } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { withStylist } from '../../../../src/salon/stylist-words.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { BookingIcons } from '../../bookings/booking-icons.tsx';
import type { BookingQuestion } from '../../bookings/booking-question.ts';
import { customerName, servicesText } from '../../bookings/booking-text.ts';
import { abilitiesOf } from '../../bookings/commands.ts';
import { agreedTotal, isUnrecorded, shortPrice, totalText } from '../../bookings/payment-text.ts';
import { rowActions } from '../../bookings/row-actions.ts';
import { useNoShow } from '../../bookings/visit/use-no-show.ts';
import { useIsFresh } from '../../data/live/live-store.ts';
import { useMay } from '../../data/role.ts';
import { topicOf } from '../../data/topics.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ControlsOf } from '../../ui/controls-of.tsx';
import { RowMenu } from '../../ui/menu/row-menu.tsx';
import { amountText } from '../../ui/number-text.ts';
import { cellClass, NARROW_ONLY, rowClass, WIDE_ONLY } from '../../ui/table/table.tsx';

/** A row's actions call these. */
export interface RowHandlers {
  readonly address: (id: string) => string;
  readonly onOpen: (id: string) => void;
  readonly onConfirm: (booking: AdminBooking) => void;
  readonly onAsk: (question: BookingQuestion) => void;
  readonly onSelect: (id: string, isSelected: boolean) => void;
}

/** An appointment as a row of the table. */
export function BookingRow({
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
  const { id, status, customer_email } = booking;
  const withWhom = withStylist(booking.stylist);
  const isFresh = useIsFresh(topicOf('booking', id));
  const { canConfirm } = abilitiesOf(booking, useMay());
  const isCancelled = status === 'cancelled';
  const name = customerName(booking);
  /** Whether the current click closes an open menu, and so must not open the appointment. */
  const closesMenu = useRef(false);
  return (
    // A click anywhere in the row is a shortcut for the mouse. For the keyboard, the name is a link.
    <tr
      inert={isKept}
      onPointerDown={() => {
        closesMenu.current = document.querySelector('[role=menu]') !== null;
      }}
      onClick={(event) => !closesMenu.current && isMeantForRow(event) && handlers.onOpen(id)}
      className={`${rowClass(isFresh)} cursor-pointer hover:bg-sand/60 inert:opacity-50 ${isCancelled ? 'text-stone' : ''}`}
    >
      <td className={`${cellClass} w-8 pr-0!`}>
        {canConfirm && (
          <label className="flex size-7 items-center justify-center pointer-coarse:size-11">
            <span className="sr-only">Select {name}</span>
            <input
              type="checkbox"
              checked={isSelected}
              onChange={({ target }) => handlers.onSelect(id, target.checked)}
              className="size-4 accent-action"
            />
          </label>
        )}
      </td>
      <td className={cellClass}>
        {/* A compact row is one line. */}
        <span className="in-data-compact:flex in-data-compact:items-center @min-4xl:in-data-compact:max-w-64 @max-4xl:in-data-compact:max-w-28">
          <Link
            to={handlers.address(id)}
            data-row
            className="min-w-0 font-medium underline-offset-4 wrap-anywhere hover:underline in-data-compact:truncate in-data-compact:wrap-normal"
          >
            {name}
          </Link>
          <BookingIcons booking={booking} undelivered={undelivered} />
        </span>
        <span className="block max-w-56 truncate text-stone in-data-compact:hidden @max-4xl:max-w-36 @max-3xl:max-w-30">
          {customer_email}
        </span>
        <span className={`block max-w-56 text-stone ${NARROW_ONLY}`}>
          {`${servicesText(booking)}\u00a0· `}
          <Amount booking={booking} />
        </span>
      </td>
      <td className={`${cellClass} whitespace-nowrap ${isCancelled ? 'line-through' : ''}`}>
        {formatDate(booking.appointment_date)}
        {/* They are on separate lines if there is little room. */}
        <span className="@max-4xl:not-in-data-compact:sr-only"> · </span>
        <span className="@max-4xl:not-in-data-compact:block">{booking.appointment_time}</span>
        {withWhom && <span className="block text-stone in-data-compact:inline"> {withWhom}</span>}
      </td>
      <td className={`${cellClass} ${WIDE_ONLY}`}>
        <span className="line-clamp-2 in-data-compact:line-clamp-1">{servicesText(booking)}</span>
      </td>
      <td className={`${cellClass} text-right whitespace-nowrap ${WIDE_ONLY}`}>
        <Amount booking={booking} />
      </td>
      <td className={cellClass}>
        <StatusBadge status={status} compact />
      </td>
      <td className={`${cellClass} xl:w-56`}>
        {/* They are in two lines where there is little room. */}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-0.5 @max-5xl:w-19 @max-xl:w-9">
          <ControlsOf thing={topicOf('booking', id)}>
            {canConfirm && <PendingActions booking={booking} handlers={handlers} />}
            <BookingMenu booking={booking} handlers={handlers} />
          </ControlsOf>
        </span>
      </td>
    </tr>
  );
}

/** Whether a click is meant for the row as a whole: without modifier keys, not on a link or control, and not the end of selecting text. */
function isMeantForRow({ target, currentTarget, ...event }: MouseEvent<HTMLTableRowElement>): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const clicked = target as Element;
  return (
    !hasModifier &&
    // React also passes on clicks in a menu's portal, which is elsewhere in the page.
    currentTarget.contains(clicked) &&
    !clicked.closest('a, button, label, input, [role=menu]') &&
    getSelection()?.isCollapsed !== false
  );
}

/** The price of an appointment, so short that the column stays narrow. */
export function Amount({ booking }: { booking: AdminBooking }) {
  const { catalogue_amount } = booking;
  if (isUnrecorded(booking))
    return <span className="block w-min text-xs whitespace-normal text-stone">{totalText(booking)}</span>;
  const price = shortPrice(booking);
  const total = agreedTotal(booking);
  if (price === total) return price;
  return (
    <span
      title={catalogue_amount === null ? total : `${total}, ${amountText(catalogue_amount)} by the catalogue`}
      className="text-stone"
    >
      {price}
    </span>
  );
}

/** The decisions about a request: a button for each, beside the menu, which has them too. */
export function PendingActions({
  booking,
  handlers: { onConfirm, onAsk },
}: {
  booking: AdminBooking;
  handlers: RowHandlers;
}) {
  const name = customerName(booking);
  const actions = [
    ['Confirm', Check, () => onConfirm(booking)],
    ['Reschedule', CalendarClock, () => onAsk({ about: 'reschedule', booking })],
    ['Cancel', Ban, () => onAsk({ about: 'cancel', booking })],
  ] as const;
  return actions.map(([label, Icon, onChoose]) => (
    <AdminButton
      key={label}
      isSmall
      title={label}
      aria-label={`${label} ${name}`}
      className="relative px-2! @max-5xl:px-1.5!"
      onClick={onChoose}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className={label === 'Confirm' ? '@max-5xl:hidden' : '@max-7xl:hidden'}>{label}</span>
    </AdminButton>
  ));
}

/** The menu of an appointment in the list. */
export function BookingMenu({
  booking,
  handlers: { onOpen, onConfirm, onAsk },
}: {
  booking: AdminBooking;
  handlers: RowHandlers;
}) {
  const markNoShow = useNoShow();
  const actions = rowActions(booking, useMay(), {
    onOpen: () => onOpen(booking.id),
    onConfirm: () => onConfirm(booking),
    onNoShow: () => markNoShow(booking),
    onAsk,
  });
  return <RowMenu label={`Actions for ${customerName(booking)}`} actions={actions} />;
}
