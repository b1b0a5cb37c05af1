import { type RefObject, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type CreateBooking, PUBLIC_TOTAL_AMOUNT } from '../../../src/contracts/bookings.ts';
import type { Service } from '../../../src/contracts/services.ts';
import { NoAnswer, Refusal } from '../../api.ts';
import { type Confirmation, keepConfirmation } from '../../salon/confirmation.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { toastProblem, toastSuccess } from '../../ui/toast.tsx';
import { BOOKING_FAILED, bookingProblem, stepToMend } from './booking-problem.ts';
import type { Customer } from './checkout-form.ts';
import { createBooking } from './data.ts';
import { useWizard } from './store.ts';
import { useHold } from './use-hold.ts';
import type { CustomerInfo, Step } from './wizard.ts';

/** Sends the booking, once however often the button is pressed, and deals with every way it can end. */
export function useSubmit({
  chosen,
  onGoTo,
  onServicesChanged,
  form,
  trap,
}: {
  chosen: readonly Service[];
  onGoTo: (step: Step) => void;
  onServicesChanged: () => void;
  form: UseFormReturn<CustomerInfo, unknown, Customer>;
  /** The field that only programs fill in. */
  trap: RefObject<HTMLInputElement | null>;
}) {
  const { phone } = useSalon();
  const navigate = useNavigate();
  const inFlight = useRef(false);
  const [sending, setSending] = useState(false);
  /** The last submit's outcome is unknown. */
  const [unanswered, setUnanswered] = useState(false);
  const ensureHold = useHold(chosen, (refusal) => {
    const isMended = stepToMend(refusal.code) !== null;
    if (isMended) showRefusal(refusal);
    return isMended;
  });

  async function submit(customer: Customer) {
    const { date, time } = useWizard.getState();
    if (inFlight.current || !date || !time) return;
    inFlight.current = true;
    setSending(true);
    setUnanswered(false);
    try {
      // Its own hold must be known to the booking, which the server would otherwise take for another's.
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
      subject: trap.current?.value || undefined,
    };
    try {
      const created = await createBooking(booking, beginAttempt(JSON.stringify(booking)));
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
      keepConfirmation(confirmation);
      // A number isn't to be broken into two lines.
      const number = customer.customer_phone.replaceAll(' ', '\u00a0');
      toastSuccess('Booking Confirmed!', `A confirmation SMS is on its way to ${number}.`);
      // Emptied only once the next page stands: the wizard would otherwise show its first step for a moment.
      await navigate('/thank-you', { state: confirmation, replace: true });
      reset();
    } catch (error) {
      if (error instanceof Refusal) {
        endAttempt();
        showRefusal(error);
      } else {
        toastProblem('Booking Error', BOOKING_FAILED);
        setUnanswered(error instanceof NoAnswer);
      }
    }
  }

  function showRefusal(refusal: Refusal) {
    const text = bookingProblem(refusal, phone);
    toastProblem('Booking Error', text);
    for (const { path, message } of refusal.fields) {
      if (path in form.getValues()) form.setError(path as keyof CustomerInfo, { message });
    }
    const step = stepToMend(refusal.code);
    const { refuse } = useWizard.getState();
    if (step === 'datetime') {
      refuse(text === BOOKING_FAILED ? refusal.message : text, true);
      onGoTo(step);
    } else if (step === 'services') {
      refuse(refusal.message, false);
      onServicesChanged();
      onGoTo(step);
    }
  }

  return { submit, sending, unanswered };
}
