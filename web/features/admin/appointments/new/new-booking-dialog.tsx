import { type FormEvent, useId, useState } from 'react';
import type { CustomerSummary } from '../../../../../src/contracts/customers.ts';
import { isSalonDate, lastBookableDate } from '../../../../../src/salon/salon-time.ts';
import { CREATE_BOOKING } from '../../../../admin/bookings/commands.ts';
import { NEW_TIMES } from '../../../../admin/bookings/queries.ts';
import { useDraft } from '../../../../admin/drafts/use-draft.ts';
import { useAdminQuery } from '../../../../admin/server/use-admin-query.ts';
import { useCommand } from '../../../../admin/server/use-command.ts';
import { AdminButton } from '../../../../admin/ui/button.tsx';
import { Dialog } from '../../../../admin/ui/dialog.tsx';
import { AdminField, AdminTextArea } from '../../../../admin/ui/field.tsx';
import { PhoneField } from '../../../../admin/ui/phone-field.tsx';
import { FailedState } from '../../../../admin/ui/states.tsx';
import { commandFailure } from '../../../../admin/ui/tell-failure.ts';
import { useDiscardQuestion } from '../../../../admin/ui/use-discard-question.tsx';
import { ApiError } from '../../../../api.ts';
import { useSalonToday } from '../../../../salon/use-salon-today.ts';
import { toastError, toastSuccess } from '../../../../ui/toast.tsx';
import { PROFILE } from '../../customers/server.ts';
import { SERVICES } from '../../services/server.ts';
import { outsideText } from '../dialogs/reschedule-dialog.tsx';
import { NextFreeDay } from '../next-free-day.tsx';
import { hasFreeTime, TimeChoice } from '../time-choice.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import {
  EMPTY_BOOKING,
  errorsOf,
  type FormErrors,
  ofCustomer,
  refusedFields,
  requestOf,
  type TypedBooking,
} from './new-booking-form.ts';
import { ServicesPicker } from './services-picker.tsx';

/** Books for a customer who calls or stands at the desk. It is confirmed at once. */
export function NewBookingDialog({
  date,
  time,
  customer,
  onClose,
}: {
  /** To begin with, where they were chosen before, as in the calendar; empty otherwise. */
  date: string;
  time: string;
  customer: CustomerSummary | undefined;
  onClose: () => void;
}) {
  const formId = useId();
  const today = useSalonToday();
  const last = lastBookableDate(today);
  // As it was then: what is loaded anew changes nothing that is being entered.
  const [begun] = useState(() => ({ ...EMPTY_BOOKING, date, time, ...(customer && ofCustomer(customer)) }));
  const [typed, setTyped] = useDraft<TypedBooking>(
    `new-booking ${date} ${time} ${customer?.id ?? ''}`,
    begun,
  );
  const [errors, setErrors] = useState<FormErrors>({});
  const { send, busy } = useCommand(CREATE_BOOKING);
  const services = useAdminQuery(SERVICES, 'all');
  const offered = (services.data ?? []).filter(({ active }) => active);
  const isDayPossible = isSalonDate(typed.date) && typed.date >= today && typed.date <= last;
  const isReady = isDayPossible && typed.serviceIds.length > 0;
  const times = useAdminQuery(NEW_TIMES, isReady ? { date: typed.date, services: typed.serviceIds } : null, {
    keepPrevious: true,
  });
  const shownTimes = times.data?.date === typed.date ? times.data : undefined;

  const profile = useAdminQuery(PROFILE, typed.customerId);
  const knownNotes = profile.data?.customer.notes;

  const change = (changes: Partial<TypedBooking>) => {
    setTyped((now) => ({ ...now, ...changes }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changes))));
  };
  const isTouched = JSON.stringify(typed) !== JSON.stringify(begun);
  const { leave, question } = useDiscardQuestion({ title: 'Discard this booking?', isTouched, onClose });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = errorsOf(typed);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await send(requestOf(typed));
      toastSuccess('Booking created successfully');
      onClose();
    } catch (error) {
      const refused = refusedFields(error);
      setErrors(refused);
      if (Object.keys(refused).length > 0) return;
      if (error instanceof ApiError) toastError('Error', error.message);
      else toastError('Failed to create booking', commandFailure(error));
    }
  }

  const field = (name: 'email' | 'notes') => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });

  return (
    <Dialog
      title="Add Booking"
      description="It is confirmed at once."
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={leave}>Cancel</AdminButton>
          <AdminButton look="primary" type="submit" form={formId} busy={busy}>
            {busy ? 'Saving...' : 'Create Booking'}
          </AdminButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <CustomerPicker
            name={typed.name}
            isPicked={typed.customerId !== null}
            error={errors.name}
            onType={(name) => change({ name, customerId: null })}
            onPick={(picked) => change(ofCustomer(picked))}
          />
          {knownNotes && (
            <section
              aria-label="Customer notes"
              className="mt-2 rounded-md bg-warn-tint px-2.5 py-1.5 text-sm whitespace-pre-line wrap-anywhere"
            >
              {knownNotes}
            </section>
          )}
        </div>
        <PhoneField required value={typed.phone} error={errors.phone} onType={(phone) => change({ phone })} />
        <AdminField label="Email" type="email" autoComplete="off" {...field('email')} />
        <div className="sm:col-span-2">
          {services.error && !services.data ? (
            <FailedState what="Failed to fetch services" error={services.error} onRetry={services.reload} />
          ) : (
            <ServicesPicker
              services={offered}
              chosen={typed.serviceIds}
              error={errors.serviceIds}
              onChange={(serviceIds) => change({ serviceIds })}
            />
          )}
        </div>
        <AdminField
          label="Date"
          type="date"
          required
          min={today}
          max={last}
          value={typed.date}
          error={typed.date && !isDayPossible ? outsideText(typed.date, today) : errors.date}
          onChange={({ target }) => change({ date: target.value, time: '' })}
        />
        <TimeChoice
          label="Time"
          times={shownTimes}
          isReady={isReady}
          notReady={
            isDayPossible ? 'Please select at least one service first.' : 'Please select a date first.'
          }
          value={typed.time}
          error={errors.time}
          onRetry={times.error && !shownTimes ? times.reload : undefined}
          onChoose={(chosen) => change({ time: chosen })}
        />
        {shownTimes && !hasFreeTime(shownTimes) && (
          <div className="sm:col-start-2">
            <NextFreeDay
              date={typed.date}
              last={last}
              services={typed.serviceIds}
              onChoose={(next) => change({ date: next, time: '' })}
            />
          </div>
        )}
        <AdminTextArea label="Notes" className="sm:col-span-2" {...field('notes')} />
        <label className="flex min-h-9 items-center gap-2.5 sm:col-span-2">
          <input
            type="checkbox"
            checked={typed.consent}
            onChange={({ target }) => change({ consent: target.checked })}
            className="size-4.5 accent-action"
          />
          The customer agrees to text messages about it
        </label>
      </form>
      {question}
    </Dialog>
  );
}
