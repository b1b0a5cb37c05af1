import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { CreatedBooking } from '../../../../src/contracts/bookings/bookings.ts';
import { CreateBooking } from '../../../../src/contracts/bookings/bookings.ts';
import type { Service } from '../../../../src/contracts/salon/services.ts';
import { isAmount, PUBLIC_TOTAL_AMOUNT } from '../../../../src/salon/money.ts';
import { ApiError } from '../../../api.ts';
import type { Confirmation } from '../../../salon/confirmation.ts';
import { storeConfirmation } from '../../../salon/confirmation.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { dismissError, toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import { useHold } from '../hold/use-hold.ts';
import type { LaterStepProps } from '../step/step-layout.tsx';
import { beginAttempt, endAttempt } from '../wizard/booking-attempts.ts';
import { useWizard } from '../wizard/store.ts';
import type { CustomerInfo, Step } from '../wizard/wizard.ts';
import {
  BOOKING_FAILED,
  bookingErrorText,
  isAboutStylist,
  onlyCallHelps,
  stepToFix,
} from './booking-error.ts';
import type { Customer } from './checkout-form.ts';
import { confirmedText } from './confirmed-text.ts';
import { GivenUp, sendBooking } from './send-booking.ts';
import { useContactCode } from './use-contact-code.ts';

/** Sends the booking, only once however often the button is pressed, and handles every outcome. */
export function useSubmit({
  chosen,
  offered,
  stylist,
  onGoTo,
  onOfferChanged,
  form,
  honeypot,
}: Pick<LaterStepProps, 'chosen' | 'offered' | 'stylist' | 'onGoTo' | 'onOfferChanged'> & {
  form: UseFormReturn<CustomerInfo, unknown, Customer>;
  /** The field that only bots fill in. */
  honeypot: RefObject<HTMLInputElement | null>;
}) {
  const { phone } = useSalon();
  const navigate = useNavigate();
  const inFlight = useRef(false);
  const booked = useResetOnceBooked();
  const [isSubmitting, setSubmitting] = useState(false);
  /** Why the last submit was refused, if the visitor can only call. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const isUnanswered = useWizard(({ attempt }) => attempt !== null);
  const hold = useHold(chosen, stylist?.id, (error) => {
    const step = stepToFix(error.code);
    if (step) goBack(step, error, reasonOf(error));
    return step !== null;
  });
  const contactCode = useContactCode(hold.renew);

  async function submit(customer: Customer) {
    const { date, time } = useWizard.getState();
    if (inFlight.current || !date || !time) return;
    inFlight.current = true;
    setSubmitting(true);
    setRefusal(null);
    dismissError();
    try {
      // The booking must name the visitor's own hold, since the server would otherwise count it as someone else's.
      if (!(await hold.ensure())) return;
      const booking = requestFor(customer, { date, time });
      // An earlier request without a response may have arrived, so it is repeated before anything else is booked.
      const earlier = unansweredBefore(booking);
      if (earlier && (await book(earlier, { isEarlier: true })) !== 'refused') return;
      await book(booking, { isEarlier: false });
    } finally {
      contactCode.close();
      // After a booking the wizard stays as it is while the code of the next page is loading.
      if (!booked.current) {
        inFlight.current = false;
        setSubmitting(false);
      }
    }
  }

  const requestFor = (customer: Customer, { date, time }: { date: string; time: string }): CreateBooking => ({
    ...customer,
    sms_consent: true,
    appointment_date: date,
    appointment_time: time,
    stylist_id: stylist?.id,
    services: chosen.map(({ id }) => ({ id })),
    total_amount: PUBLIC_TOTAL_AMOUNT,
    hold_id: useWizard.getState().hold?.id,
    subject: honeypot.current?.value || undefined,
  });

  async function book(
    booking: CreateBooking,
    { isEarlier }: { isEarlier: boolean },
  ): Promise<'booked' | 'refused' | 'unanswered'> {
    try {
      const key = beginAttempt(JSON.stringify(booking));
      const created = await sendBooking(booking, key, contactCode.askForCode);
      const confirmation = confirmationOf(booking, created, offered);
      storeConfirmation(confirmation);
      toastSuccess(
        'Booking Confirmed!',
        isEarlier
          ? 'Your first request had arrived, so nothing else was booked. Its private link lets you change it.'
          : confirmedText(booking, created),
      );
      booked.current = true;
      navigate('/thank-you', { state: confirmation, replace: true });
      return 'booked';
    } catch (error) {
      // A request for which a code is required already counts as refused.
      if (error instanceof GivenUp) return 'refused';
      if (!(error instanceof ApiError)) {
        toastError('Booking Error', BOOKING_FAILED);
        return 'unanswered';
      }
      if (!isAnswer(error)) {
        showError(error);
        return 'unanswered';
      }
      endAttempt();
      if (!isEarlier) showError(error);
      return 'refused';
    }
  }

  /** Shows the specified text in a toast. The step that the visitor is sent back to says the reason where the toast is general. */
  function showError(error: ApiError) {
    const text = bookingErrorText(error, phone);
    const step = stepToFix(error.code);
    toastError('Booking Error', text);
    if (onlyCallHelps(error.code)) setRefusal(text);
    for (const { path, message } of error.fields) {
      if (path in form.getValues()) form.setError(path as keyof CustomerInfo, { message });
    }
    if (step) goBack(step, error, text === error.message || text === BOOKING_FAILED ? error.message : null);
  }

  /** The text to show, or the server's if that says more. */
  function reasonOf(error: ApiError): string {
    const text = bookingErrorText(error, phone);
    return text === BOOKING_FAILED ? error.message : text;
  }

  /** Goes back to the step where the choice can be changed. That step says why, unless a toast does. */
  function goBack(step: Exclude<Step, 'checkout'>, { code }: ApiError, reason: string | null) {
    useWizard.getState().refuse(reason, step === 'datetime');
    if (step === 'services' || isAboutStylist(code)) onOfferChanged();
    onGoTo(step);
  }

  return { submit, isSubmitting, refusal, contactCode, isUnanswered: isUnanswered && !isSubmitting };
}

/** The stored request without a response, unless it is the same as this one. */
function unansweredBefore(booking: CreateBooking): CreateBooking | null {
  const { attempt } = useWizard.getState();
  if (attempt === null || attempt.request === JSON.stringify(booking)) return null;
  try {
    const stored: unknown = JSON.parse(attempt.request);
    // Exactly as it was stored, since its key belongs to exactly this text.
    return CreateBooking.safeParse(stored).success ? (stored as CreateBooking) : null;
  } catch {
    return null;
  }
}

/** Whether the server has decided about the request: a refusal as too frequent says nothing about the first attempt. */
const isAnswer = ({ code }: ApiError) => code !== 'too-many-requests';

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

/** Picks the details of a new booking that the confirmation page shows. */
const confirmationOf = (
  booking: CreateBooking,
  created: CreatedBooking,
  offered: readonly Service[],
): Confirmation => ({
  date: booking.appointment_date,
  time: booking.appointment_time,
  services:
    created.services?.map(({ name, duration, price }) => ({
      name,
      duration,
      ...(isAmount(price) && { price }),
    })) ??
    booking.services
      .map((service) => (typeof service === 'string' ? service : service.id))
      .flatMap((id) => offered.filter((service) => service.id === id))
      .map(({ name, duration }) => ({ name, duration })),
  name: booking.customer_name,
  email: booking.customer_email,
  phone: booking.customer_phone,
  notes: booking.notes ?? null,
  managePath: `/m/${created.management_token}`,
  shortPath: `/b/${created.short_code}`,
  position: created.position,
  confirmed_by: created.confirmed_by,
  stylist: created.stylist,
});
