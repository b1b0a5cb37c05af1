import { Check } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../../../src/contracts/bookings/admin-booking.ts';
import type { MessageChannel } from '../../../../../src/contracts/messages/message-words.ts';
import { formatDate } from '../../../../../src/salon/date-text.ts';
import type { Asked } from '../../../../admin/bookings/asked.ts';
import { Marks } from '../../../../admin/bookings/marks.tsx';
import { rowActions } from '../../../../admin/bookings/row-actions.ts';
import { nameOf, servicesOf } from '../../../../admin/bookings/words.ts';
import { useIsFresh } from '../../../../admin/live/live-store.ts';
import { topicOf } from '../../../../admin/server/topics.ts';
import { AdminButton } from '../../../../admin/ui/button.tsx';
import { shortAmount } from '../../../../admin/ui/numbers.ts';
import { RowMenu } from '../../../../admin/ui/row-menu.tsx';
import { cellClass, NARROW_ONLY, rowClass, WIDE_ONLY } from '../../../../admin/ui/table.tsx';
import { StatusBadge } from '../../../../salon/status-badge.tsx';

/** What a row can lead to. */
export interface RowHandlers {
  readonly address: (id: string) => string;
  readonly onOpen: (id: string) => void;
  readonly onConfirm: (booking: AdminBooking) => void;
  readonly onAsk: (asked: Asked) => void;
  readonly onSelect: (id: string, isSelected: boolean) => void;
}

/** An appointment as a row of the table. */
export function BookingRow({
  booking,
  undelivered,
  isSelected,
  handlers,
}: {
  booking: AdminBooking;
  /** The way of the last message about it that did not reach its customer. */
  undelivered: MessageChannel | undefined;
  isSelected: boolean;
  handlers: RowHandlers;
}) {
  const { id, status, customer_email, total_amount, notes, sms_consent } = booking;
  const isFresh = useIsFresh(topicOf('booking', id));
  const isPending = status === 'pending';
  const isCancelled = status === 'cancelled';
  const name = nameOf(booking);
  /** Whether the click under way began while a menu was open, which it closes. */
  const closesMenu = useRef(false);
  return (
    // A click anywhere is a shortcut for the mouse; by keyboard the name is the link.
    <tr
      onPointerDown={() => {
        closesMenu.current = document.querySelector('[role=menu]') !== null;
      }}
      onClick={(event) => !closesMenu.current && isMeantForRow(event) && handlers.onOpen(id)}
      className={`${rowClass(isFresh)} cursor-pointer hover:bg-sand/60 ${isCancelled ? 'text-stone' : ''}`}
    >
      <td className={`${cellClass} w-8 pr-0!`}>
        {isPending && (
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
          <Marks
            hasNote={notes !== null}
            wantsTexts={sms_consent}
            isOver={isCancelled || status === 'completed'}
            undelivered={undelivered}
          />
        </span>
        <span className="block max-w-56 truncate text-stone in-data-compact:hidden @max-4xl:max-w-36 @max-3xl:max-w-30">
          {customer_email}
        </span>
        <span className={`block max-w-56 text-stone ${NARROW_ONLY}`}>
          {`${servicesOf(booking)}\u00a0· `}
          <Amount text={total_amount} />
        </span>
      </td>
      <td className={`${cellClass} whitespace-nowrap ${isCancelled ? 'line-through' : ''}`}>
        {formatDate(booking.appointment_date)}
        {/* Below each other where there is little room. */}
        <span className="@max-4xl:not-in-data-compact:sr-only"> · </span>
        <span className="@max-4xl:not-in-data-compact:block">{booking.appointment_time}</span>
      </td>
      <td className={`${cellClass} ${WIDE_ONLY}`}>
        <span className="line-clamp-2 in-data-compact:line-clamp-1">{servicesOf(booking)}</span>
      </td>
      <td className={`${cellClass} text-right whitespace-nowrap ${WIDE_ONLY}`}>
        <Amount text={total_amount} />
      </td>
      <td className={cellClass}>
        <StatusBadge status={status} compact />
      </td>
      <td className={`${cellClass} xl:w-36`}>
        <span className="flex items-center justify-end gap-1">
          {isPending && (
            <AdminButton
              aria-label={`Confirm ${name}`}
              className="h-8 min-h-8! px-2.5! text-xs! max-xl:hidden pointer-coarse:min-h-11!"
              onClick={() => handlers.onConfirm(booking)}
            >
              <Check aria-hidden="true" className="size-3.5" />
              Confirm
            </AdminButton>
          )}
          <RowMenu
            label={`Actions for ${name}`}
            actions={rowActions(booking, {
              onOpen: () => handlers.onOpen(id),
              onConfirm: () => handlers.onConfirm(booking),
              onAsk: handlers.onAsk,
            })}
          />
        </span>
      </td>
    </tr>
  );
}

/** Whether a click is for the row as a whole: a plain one, not on something that has its own meaning, nor the end of marking text. */
function isMeantForRow({ target, currentTarget, ...event }: MouseEvent<HTMLTableRowElement>): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const clicked = target as Element;
  return (
    !hasModifier &&
    // A menu stands elsewhere in the page, and its clicks come here all the same.
    currentTarget.contains(clicked) &&
    !clicked.closest('a, button, label, input, [role=menu]') &&
    getSelection()?.isCollapsed !== false
  );
}

/** A sum as it is; of a price that isn't settled only the first words, so that the column stays narrow. */
export function Amount({ text }: { text: string }) {
  if (/\d/.test(text)) return shortAmount(text);
  return (
    <span title={text} className="text-stone">
      {shortAmount(text)}
    </span>
  );
}
