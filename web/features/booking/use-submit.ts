import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type CreateBooking, PUBLIC_TOTAL_AMOUNT } from '../../../src/contracts/bookings.ts';
import type { Service } from '../../../src/contracts/services.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { type Confirmation, storeConfirmation } from '../../salon/confirmation.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { dismissError, toastError, toastSuccess } from '../../ui/toast.tsx';
import { BOOKING_FAILED, bookingErrorText, stepToFix } from './booking-error.ts';
import type { Customer } from './checkout-form.ts';
import { sendBooking } from './send-booking.ts';
import { useWizard } from './store.ts';
import { useHold } from './use-hold.ts';
import type { CustomerInfo, Step } from './wizard.ts';

/** Title of the toast when the chosen time could not be held. */
const HOLD_REFUSED = 'Please Choose Again';

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
  const booked = useResetOnceBooked();
  const [sending, setSending] = useState(false);
  /** No response to the last submit has arrived. */
  const [outcomeUnknown, setOutcomeUnknown] = useState(false);
  const ensureHold = useHold(chosen, (error) => {
    const isFixable = stepToFix(error.code) !== null;
    if (isFixable) showError(HOLD_REFUSED, error);
    return isFixable;
  });

  async function submit(customer: Customer) {
    const { date, time } = useWizard.getState();
    if (inFlight.current || !date || !time) return;
    inFlight.current = true;
    setSending(true);
    setOutcomeUnknown(false);
    dismissError();
    try {
      // The booking must name the visitor's own hold, since the server would otherwise count it as someone else's.
      if (await ensureHold()) await book(customer, { date, time });
    } finally {
      // After a booking the wizard stays as it is while the code of the next page is loading.
      if (!booked.current) {
        inFlight.current = false;
        setSending(false);
      }
    }
  }

  async function book(customer: Customer, { date, time }: { date: string; time: string }) {
    const { hold, beginAttempt, endAttempt } = useWizard.getState();
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
      const created = await sendBooking(booking, idempotencyKey);
      const confirmation: Confirmation = {
        date,
        time,
        services: chosen.map(({ name, duration }) => ({ name, duration })),
        name: customer.customer_name,
        email: customer.customer_email,
        phone: customer.customer_phone,
        notes: customer.notes,
        managePath: `/m/${created.management_token}`,
        shortPath: `/b/${created.short_code}`,
        position: created.position,
      };
      storeConfirmation(confirmation);
      // Non-breaking spaces keep the number on one line.
      const number = customer.customer_phone.replaceAll(' ', '\u00a0');
      toastSuccess('Booking Confirmed!', `A confirmation SMS is on its way to ${number}.`);
      booked.current = true;
      navigate('/thank-you', { state: confirmation, replace: true });
    } catch (error) {
      if (error instanceof ApiError) {
        endAttempt();
        showError('Booking Error', error);
      } else if (error instanceof NetworkError) {
        setOutcomeUnknown(true);
      } else {
        toastError('Booking Error', BOOKING_FAILED);
      }
    }
  }

  function showError(title: string, error: ApiError) {
    const text = bookingErrorText(error, phone);
    toastError(title, text);
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

/** Empties the wizard when a visitor who has booked leaves it; earlier, it would show its first step for a moment. */
function useResetOnceBooked(): RefObject<boolean> {
  const booked = useRef(false);
  useEffect(() => {
    const leave = () => {
      if (booked.current) useWizard.getState().reset();
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return booked;
}
