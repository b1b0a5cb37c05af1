import { X } from 'lucide-react';
import { useId } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { sum } from '../../../../src/salon/sums.ts';
import { formatTime, type Minutes, minutesOf } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { controlClass } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { customerName, whenText } from '../booking-text.ts';
import { CHANGE_SERVICES } from '../commands.ts';
import { InTheWayNote } from '../in-the-way.tsx';
import { BEGUN, endText, setByHandText } from '../length/length-text.ts';
import {
  checkedServices,
  endAfter,
  minutesOfRow,
  priceField,
  rowsOf,
  SERVICES_SCHEMA,
  type ServiceRow,
  shortenedTo,
  sumText,
  type TypedServices,
  wantedServices,
} from '../length/services-form.ts';
import { useRoomText } from '../length/use-room.ts';
import { ServicesPicker } from '../new/services-picker.tsx';
import { useOfferedServices } from '../new/use-offered-services.tsx';
import { useToldChange } from './use-told-change.ts';

/** Changes the services of an appointment, their prices and minutes, and with them when it ends. The toast can undo it for a while. */
export function ServicesDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const id = useId();
  const today = useSalonToday();
  const { offered, failure } = useOfferedServices(booking.stylist?.id);
  const start = minutesOf(booking.appointment_time);
  const presentEnd = start + booking.duration;
  const room = useRoomText(booking, booking.appointment_date, presentEnd);
  const values: TypedServices = { ids: booking.services.map(({ id }) => id), prices: {}, minutes: {} };
  const form = useAdminForm({
    values,
    schema: SERVICES_SCHEMA,
    toRequest: checkedServices,
    send: (): Promise<void> => send(wanted),
  });
  const { typed, errorOf, change } = form;
  const rows = rowsOf(typed.ids, booking.services, offered);
  const wanted = wantedServices(rows, typed);
  const minutes = sum(rows.map((row) => minutesOfRow(row, typed)));
  const end = endAfter(booking, minutes);
  const servicesEnd = start + sum(booking.services.map(({ duration }) => duration));
  const setByHand = rows.length > 0 && setByHandText(end, presentEnd, servicesEnd);
  const isSame = (has: (service: (typeof wanted)[number]) => boolean) =>
    wanted.length === booking.services.length &&
    wanted.every((service, index) => service.id === booking.services[index]?.id && !has(service));
  const isOnlyPrices = isSame(({ duration }) => duration !== undefined);
  const isUnchanged = isSame(
    ({ duration, price_cents }) => duration !== undefined || price_cents !== undefined,
  );
  const isTold = !booking.has_started && !isOnlyPrices;
  const { submit, busy, conflict, inTheWay, told, leave, block, question } = useToldChange({
    command: CHANGE_SERVICES,
    booking,
    proposed: isTold
      ? { id: booking.id, kind: 'changed', services: typed.ids.join(','), end_time: formatTime(end) }
      : null,
    title: 'Services changed',
    text: `${rows.map(({ name }) => name).join(', ')}.`,
    isDirty: !isUnchanged,
    failed: 'Failed to change services',
    onClose,
  });
  function send(services: typeof wanted): Promise<void> {
    return submit({ id: booking.id, services, ...(isTold ? told : { message: null }) });
  }
  const fitting = (until: Minutes) => {
    const shorter = shortenedTo(wanted, rows, until - start);
    const isThere = endAfter(booking, until - start) === until;
    return shorter && isThere ? shorter : undefined;
  };
  const untilEnd = (until: Minutes) => {
    const services = fitting(until);
    if (services) void send(services);
  };
  const added = rows.filter(({ id }) => !values.ids.includes(id)).length;
  const canFit = inTheWay?.longest_end && fitting(minutesOf(inTheWay.longest_end)) !== undefined;

  return (
    <Dialog
      title="Change services"
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      isSending={busy}
      onClose={leave}
      footer={
        <>
          <p role="status" className="mr-auto self-center font-medium tabular-nums max-sm:basis-full!">
            {rows.length > 0 && (inTheWay ? `Would end ${formatTime(end)}` : endText(end, presentEnd))}
          </p>
          <AdminButton onClick={leave}>Change nothing</AdminButton>
          <AdminButton look="primary" type="submit" form={id} busy={busy} disabled={isUnchanged}>
            {busy ? 'Saving...' : 'Change Services'}
          </AdminButton>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.submit} className="space-y-4">
        {conflict}
        {inTheWay && (
          <InTheWayNote
            inTheWay={inTheWay}
            presentEnd={presentEnd}
            keep={added > 0 ? (added === 1 ? 'Add it' : 'Add them') : undefined}
            onUntil={canFit ? untilEnd : undefined}
          />
        )}
        {failure || (
          <ServicesPicker
            services={offered}
            chosen={typed.ids}
            error={errorOf('ids')}
            sum={rows.length > 0 && `Total: ${sumText(rows, typed)}`}
            onChange={(ids) => change({ ids })}
          />
        )}
        <ul aria-label="Services of this appointment" className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              typed={typed}
              priceError={errorOf(`prices.${row.id}`)}
              minutesError={errorOf(`minutes.${row.id}`)}
              onType={change}
            />
          ))}
        </ul>
        {setByHand && <p>{setByHand}</p>}
        {room && <p className="text-stone tabular-nums">{room}</p>}
        {booking.has_started ? (
          <p className="text-stone">{BEGUN}</p>
        ) : isUnchanged ? null : isOnlyPrices ? (
          <p className="text-stone">Only prices change, so nobody is told.</p>
        ) : (
          block
        )}
      </form>
      {question}
    </Dialog>
  );
}

/** A service with its price and minutes, which can be typed, and a button that removes it. */
function Row({
  row,
  typed,
  priceError,
  minutesError,
  onType,
}: {
  row: ServiceRow;
  typed: TypedServices;
  priceError: string | undefined;
  minutesError: string | undefined;
  onType: (changes: Partial<TypedServices>) => void;
}) {
  const note = useId();
  const { id, name, price, duration } = row;
  const field = `${controlClass} scroll-mb-12 text-right tabular-nums`;
  const described = (error: string | undefined) =>
    error && { 'aria-invalid': true, 'aria-describedby': note };
  const error = priceError ?? minutesError;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-0 flex-1 max-sm:basis-full">{name}</span>
      <label className="flex items-center gap-1.5 text-stone max-sm:flex-1">
        <span aria-hidden="true">$</span>
        <span className="sr-only">Price of {name} in dollars</span>
        <input
          inputMode="decimal"
          autoComplete="off"
          placeholder={price}
          {...described(priceError)}
          value={typed.prices[id] ?? priceField(row)}
          onChange={({ target }) => onType({ prices: { ...typed.prices, [id]: target.value } })}
          onFocus={({ target }) => target.select()}
          className={`${field} sm:max-w-28`}
        />
      </label>
      <label className="flex items-center gap-1.5 text-stone">
        <span className="sr-only">Minutes of {name}</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          {...described(minutesError)}
          value={typed.minutes[id] ?? String(duration)}
          onChange={({ target }) => onType({ minutes: { ...typed.minutes, [id]: target.value } })}
          onFocus={({ target }) => target.select()}
          className={`${field} max-w-16`}
        />
        <span aria-hidden="true">min</span>
      </label>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={() => onType({ ids: typed.ids.filter((one) => one !== id) })}
        className="flex size-9 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
      {error && (
        <p id={note} className="w-full text-right text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </li>
  );
}
