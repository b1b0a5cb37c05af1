import { type RefObject, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type CreateBooking, createBooking, PUBLIC_TOTAL_AMOUNT } from '../../../src/contracts/bookings.ts';
import type { Service } from '../../../src/contracts/services.ts';
import { ApiError, call, NetworkError } from '../../api.ts';
import { type Confirmation, storeConfirmation } from '../../salon/confirmation.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { BOOKING_FAILED, bookingErrorText, stepToFix } from './booking-error.ts';
import type { Customer } from './checkout-form.ts';
import { useWizard } from './store.ts';
import { useHold } from './use-hold.ts';
import type { CustomerInfo, Step } from './wizard.ts';

/** Sends the booking, once however often the button is pressed, and handles every outcome. */
export function useSubmit({
  chosen,
  onGoTo,
  onServicesChanged,
  form,
  honeypot,
}: {
  chosen: readonly Service[];
  onGoTo: (step: Step) => void;
  onServicesChanged: () => void;
  form: UseFormReturn<CustomerInfo, unknown, Customer>;
  /** The field that only programs fill in. */
  honeypot: RefObject<HTMLInputElement | null>;
}) {
  const { phone } = useSalon();
  const navigate = useNavigate();
  const inFlight = useRef(false);
  const [sending, setSending] = useState(false);
  /** No response to the last submit has arrived. */
  const [outcomeUnknown, setOutcomeUnknown] = useState(false);
  const ensureHold = useHold(chosen, (error) => {
    const isFixable = stepToFix(error.code) !== null;
    if (isFixable) showError(error);
    return isFixable;
  });

  async function submit(customer: Customer) {
    const { date, time } = useWizard.getState();
    if (inFlight.current || !date || !time) return;
    inFlight.current = true;
    setSending(true);
    setOutcomeUnknown(false);
    try {
      // The booking must name the visitor's own hold, since the server would otherwise count it as someone else's.
      if (await ensureHold()) await book(customer, { date, time });
    } finally {
      inFlight.current = false;
      setSending(false);
    }
  }

  async function book(customer: Customer, { date, time }: { date: string; time: string }) {
    const { hold, beginAttempt, endAttempt, reset } = useWizard.getState();
    const booking: CreateBooking = {
      ...customer,
      sms_consent: true,
      appointment_date: date,
      appointment_time: time,
      services: chosen.map(({ id }) => ({ id })),
      total_amount: PUBLIC_TOTAL_AMOUNT,
      hold_id: hold?.id,
      subject: honeypot.current?.value || undefined,
    };
    try {
      const idempotencyKey = beginAttempt(JSON.stringify(booking));
      const created = await call(createBooking, { body: booking, idempotencyKey });
      const confirmation: Confirmation = {
        date,
        time,
        services: chosen.map(({ name, duration }) => ({ name, duration })),
        name: customer.customer_name,
        email: customer.customer_email,
        phone: customer.customer_phone,
        notes: customer.notes,
        managePath: `/m/${created.management_token}`,
        position: created.position,
      };
      storeConfirmation(confirmation);
      // Non-breaking spaces keep the number on one line.
      const number = customer.customer_phone.replaceAll(' ', '\u00a0');
      toastSuccess('Booking Confirmed!', `A confirmation SMS is on its way to ${number}.`);
      // Reset after the navigation: otherwise the wizard would show its first step for a moment.
      await navigate('/thank-you', { state: confirmation, replace: true });
      reset();
    } catch (error) {
      if (error instanceof ApiError) {
        endAttempt();
        showError(error);
      } else {
        toastError('Booking Error', BOOKING_FAILED);
        setOutcomeUnknown(error instanceof NetworkError);
      }
    }
  }

  function showError(error: ApiError) {
    const text = bookingErrorText(error, phone);
    toastError('Booking Error', text);
    for (const { path, message } of error.fields) {
      if (path in form.getValues()) form.setError(path as keyof CustomerInfo, { message });
    }
    const step = stepToFix(error.code);
    const { refuse } = useWizard.getState();
    if (step === 'datetime') {
      refuse(text === BOOKING_FAILED ? error.message : text, true);
      onGoTo(step);
    } else if (step === 'services') {
      refuse(error.message, false);
      onServicesChanged();
      onGoTo(step);
    }
  }

  return { submit, sending, outcomeUnknown };
}
