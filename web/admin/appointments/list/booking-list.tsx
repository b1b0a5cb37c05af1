import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { BookingOrder } from '../../../../src/contracts/bookings/booking-order.ts';
import { PHONE, useMedia } from '../../../ui/use-media.ts';
import { abilitiesOf } from '../../bookings/commands.ts';
import { useUndelivered } from '../../bookings/messages/use-undelivered.ts';
import { useMay } from '../../data/role.ts';
import { topicOf } from '../../data/topics.ts';
import { useKeptRows } from '../../data/use-kept-rows.ts';
import { Table, WIDE_ONLY } from '../../ui/table/table.tsx';
import { BookingCard } from './card.tsx';
import { BookingRow, type RowHandlers } from './row.tsx';

/** The texts for the order of the list. */
const ORDER_WORDS: Readonly<Record<BookingOrder, string>> = {
  booked: 'Newest booking first',
  date: 'Earliest appointment first',
  '-date': 'Latest appointment first',
};

const columnsBy = (order: BookingOrder) => [
  { name: 'Select', isHidden: true },
  'Customer',
  { name: 'Date & Time', isAscending: order === 'date' },
  { name: 'Services', className: WIDE_ONLY },
  { name: 'Amount', className: `text-right ${WIDE_ONLY}` },
  'Status',
  { name: 'Actions', className: 'text-right' },
];

/** Appointments as a table; on a phone as a list, since a table would have to scroll sideways. */
export function BookingList({
  bookings,
  order,
  isBusy,
  selected,
  onSelectAll,
  handlers,
}: {
  bookings: readonly AdminBooking[];
  order: BookingOrder;
  isBusy: boolean;
  selected: ReadonlySet<string>;
  onSelectAll: (ids: ReadonlySet<string>) => void;
  handlers: RowHandlers;
}) {
  const isPhone = useMedia(PHONE);
  const undelivered = useUndelivered();
  const may = useMay();
  const pending = bookings.filter((one) => abilitiesOf(one, may).canConfirm).map(({ id }) => id);
  const isAllSelected = pending.length > 0 && pending.every((id) => selected.has(id));
  const rows = useKeptRows(bookings, ({ id }) => topicOf('booking', id));
  const each = ({ row: booking, isKept }: (typeof rows)[number]) => ({
    booking,
    isKept,
    undelivered: undelivered.get(booking.id),
    isSelected: selected.has(booking.id),
    handlers,
  });
  return (
    <>
      <div className="flex items-center justify-between gap-4 pb-1 text-xs text-stone">
        {pending.length > 1 && (
          <label className="inline-flex min-h-9 items-center gap-2 pl-4 pointer-coarse:min-h-11 print:hidden">
            <input
              type="checkbox"
              checked={isAllSelected}
              onChange={({ target }) => onSelectAll(new Set(target.checked ? pending : []))}
              className="size-4 accent-action"
            />
            Select all {pending.length} pending
          </label>
        )}
        <p aria-live="polite" className="ml-auto pr-1">
          {ORDER_WORDS[order]}
        </p>
      </div>
      {isPhone ? (
        <ul
          aria-label="Appointments"
          aria-busy={isBusy}
          className={`divide-y divide-line rounded-md border border-line bg-panel transition-opacity ${isBusy ? 'opacity-60' : ''}`}
        >
          {rows.map((one) => (
            <BookingCard key={one.row.id} {...each(one)} />
          ))}
        </ul>
      ) : (
        <Table label="Appointments" columns={columnsBy(order)} isBusy={isBusy}>
          {rows.map((one) => (
            <BookingRow key={one.row.id} {...each(one)} />
          ))}
        </Table>
      )}
    </>
  );
}
