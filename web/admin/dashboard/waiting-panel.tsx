import { Check } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { formatDuration } from '../../../src/salon/time-text.ts';
import type { BookingQuestion } from '../bookings/booking-question.ts';
import { customerName, listedWhen, servicesText } from '../bookings/booking-text.ts';
import { rowActions } from '../bookings/row-actions.ts';
import { useConfirm } from '../bookings/use-confirm.ts';
import { useNoShow } from '../bookings/visit/use-no-show.ts';
import { useIsFresh } from '../data/live/live-store.ts';
import { useMay } from '../data/role.ts';
import { topicOf } from '../data/topics.ts';
import { useKeptRows } from '../data/use-kept-rows.ts';
import { AdminButton } from '../ui/button.tsx';
import { ControlsOf } from '../ui/controls-of.tsx';
import { RowMenu } from '../ui/menu/row-menu.tsx';
import { quietLinkClass } from '../ui/quiet-link.ts';
import { useShortcut } from '../ui/shortcuts/shortcuts.ts';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';
import { DashboardPanel, Nothing } from './panel.tsx';

/** How many are shown. The list of appointments has them all. */
const SHOWN = 3;

/**
 * Requests that nobody has confirmed yet. `y` confirms the focused one, or else the first. Holding the key confirms only one.
 */
export function Waiting({
  waiting,
  onAsk,
}: {
  waiting: Dashboard['waiting'];
  onAsk: (question: BookingQuestion) => void;
}) {
  const { confirm } = useConfirm();
  const list = useRef<HTMLUListElement>(null);
  const { total } = waiting;
  const bookings = waiting.bookings.slice(0, SHOWN);
  const rest = total - bookings.length;
  const rows = useKeptRows(bookings, ({ id }) => topicOf('booking', id));
  useRowKeys();
  useShortcut(['y'], 'Confirm the request', () => {
    const items = [...(list.current?.children ?? [])];
    const focused = rows[items.findIndex((item) => item.contains(document.activeElement))];
    const chosen = focused ?? rows.find(({ isKept }) => !isKept);
    if (chosen && !chosen.isPending) confirm(chosen.row);
  });
  return (
    <DashboardPanel
      title="Waiting for confirmation"
      count={total}
      more={
        total > 0 &&
        rest === 0 && (
          <Link to="/admin/appointments?status=pending" className={quietLinkClass}>
            All pending
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <Nothing>No requests are waiting.</Nothing>
      ) : (
        <ul ref={list} className="divide-y divide-line">
          {rows.map(({ row, isKept }, index) => (
            <Request
              key={row.id}
              booking={row}
              isKept={isKept}
              isFirst={index === 0}
              onConfirm={() => confirm(row)}
              onAsk={onAsk}
            />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Link
          to="/admin/appointments?status=pending"
          className="flex min-h-11 items-center border-t border-line px-4 text-stone underline-offset-4 -outline-offset-2 hover:text-ink hover:underline"
        >
          {rest} more
        </Link>
      )}
    </DashboardPanel>
  );
}

function Request({
  booking,
  isKept,
  isFirst,
  onConfirm,
  onAsk,
}: {
  booking: AdminBooking;
  isKept: boolean;
  isFirst: boolean;
  onConfirm: () => void;
  onAsk: (question: BookingQuestion) => void;
}) {
  const navigate = useNavigate();
  const isFresh = useIsFresh(topicOf('booking', booking.id));
  const markNoShow = useNoShow();
  const may = useMay();
  const name = customerName(booking);
  return (
    <li
      inert={isKept}
      className={`relative inert:opacity-50 flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4 transition-colors duration-500 ${isFresh ? 'bg-warn-tint' : ''}`}
    >
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to={`/admin?appointment=${booking.id}`}
            data-row
            className={`font-medium underline-offset-4 wrap-anywhere hover:underline ${rowLinkClass}`}
          >
            {name}
          </Link>
          <span className="text-stone tabular-nums">{listedWhen(booking)}</span>
        </p>
        <p className="text-xs text-stone">
          {servicesText(booking)} · {formatDuration(booking.duration)}
        </p>
      </div>
      <div className="relative ml-auto flex items-center gap-1">
        <ControlsOf thing={topicOf('booking', booking.id)}>
          <AdminButton
            aria-label={`Confirm ${name}`}
            aria-keyshortcuts="y"
            title={isFirst ? 'Or press Y, for the request that has the focus or else the first.' : undefined}
            onClick={onConfirm}
          >
            <Check aria-hidden="true" className="size-4" />
            Confirm
          </AdminButton>
          <RowMenu
            label={`Actions for ${name}`}
            actions={rowActions(booking, may, {
              onOpen: () => navigate(`/admin?appointment=${booking.id}`),
              onConfirm,
              onNoShow: () => markNoShow(booking),
              onAsk,
            })}
          />
        </ControlsOf>
      </div>
    </li>
  );
}
