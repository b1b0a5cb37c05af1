import { type MouseEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { PaymentMethod } from '../../../../src/contracts/bookings/bookings.ts';
import type { CompletedBooking } from '../../../../src/contracts/bookings/complete-booking.ts';
import { METHOD_WORDS } from '../../../../src/contracts/bookings/method-words.ts';
import { dollars } from '../../../../src/salon/money.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useMay } from '../../data/role.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton, TextButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { amountText } from '../../ui/number-text.ts';
import { rememberedChoice } from '../../ui/remembered-choice.ts';
import type { BookingQuestion } from '../booking-question.ts';
import { customerName, whenText } from '../booking-text.ts';
import { COMPLETE_BOOKING } from '../commands.ts';
import { useNextVisit } from '../new/use-next-visit.ts';
import { isUnrecorded, paymentAction, paymentText } from '../payment-text.ts';
import { useBookingChange } from '../use-booking-change.tsx';
import { shortCents } from '../visit/paid-cents.ts';
import { useCompletedToast } from '../visit/use-completed-toast.ts';
import {
  amountOf,
  beginCheckout,
  checkoutSchema,
  paymentsIn,
  requestOf,
  type TypedCheckout,
  tipOf,
  toCheckout,
} from './checkout-form.ts';
import { LinesFields } from './lines-fields.tsx';
import { NextVisit } from './next-visit.tsx';
import { SplitFields } from './split-fields.tsx';
import { TipField } from './tip-field.tsx';

/** The way of payment that was used last on this device. */
const lastMethod = rememberedChoice('checkout-method');
const methodOf = (chosen: string | null) =>
  PaymentMethod.options.find((method) => method === chosen) ?? 'card';

/** Names what is recorded, such as `Record $132 · card`. */
function recordText(typed: TypedCheckout, method: PaymentMethod | null = typed.method): string {
  const [cents, tip] = [amountOf(typed), tipOf(typed)];
  if (cents === null) return 'Complete without an amount';
  const sum = cents !== undefined && ` ${shortCents(cents)}${tip ? ` + ${shortCents(tip)} tip` : ''}`;
  const how = [method, typed.second].flatMap((one) => (one ? METHOD_WORDS[one].toLowerCase() : []));
  return [`Record${sum || ''}`, how.join(' + ')].filter(Boolean).join(' · ');
}

/** Completes an appointment, with what was paid for and how. For a completed one, corrects it. */
export function CheckoutDialog({
  booking,
  onClose,
  onAsk,
}: {
  booking: AdminBooking;
  onClose: () => void;
  onAsk: (question: BookingQuestion) => void;
}) {
  const today = useSalonToday();
  const isDone = booking.status === 'completed';
  const { undoButton } = useEventUndo();
  const toastCompleted = useCompletedToast(onAsk);
  const may = useMay();
  const nextVisit = useNextVisit(booking);
  const [next, setNext] = useState<SalonDate | null>(null);
  const [begun] = useState(() => beginCheckout(booking, methodOf(lastMethod.current())));
  // A button chooses the way and sends at once, before this is rendered again.
  const recorded = useRef(begun);
  const form = useAdminForm({
    values: begun,
    schema: checkoutSchema(isDone),
    toRequest: toCheckout,
    fields: { lines: 'prices.0', amount_cents: 'prices.0', tip_cents: 'tip', payments: 'first' },
    send(checkout, sent) {
      recorded.current = sent;
      const { prices, items } = sent;
      const isChanged = JSON.stringify([prices, items]) !== JSON.stringify([begun.prices, begun.items]);
      return submit({ id: booking.id, ...requestOf(booking, checkout, isChanged) });
    },
  });
  const { typed, change, setFocus, pending } = form;
  const amount = amountOf(typed);
  const isPriceOpen = typed.prices.some((price) => price.trim() === '');
  useAmountKeys(() => setFocus(`prices.${Math.max(typed.prices.indexOf(''), 0)}`));

  function tell(answer: CompletedBooking) {
    const { method, second } = recorded.current;
    const cents = amountOf(recorded.current);
    const isPaid = typeof cents === 'number';
    if (isPaid && method) lastMethod.choose(method);
    const paid: AdminBooking = {
      ...booking,
      ...answer,
      ...(isPaid && { total_amount: dollars(cents), payments: [...paymentsIn(recorded.current)] }),
      payment_method: isPaid && second === null ? method : null,
      tip_cents: (isPaid && tipOf(recorded.current)) || 0,
    };
    if (isDone) tellCorrected(paid, answer);
    else toastCompleted(paid, answer);
    if (next) nextVisit.begin(next);
  }
  function tellCorrected(paid: AdminBooking, answer: CompletedBooking) {
    // Saving the same again makes no event, so an undo would undo the change before it.
    const undo = answer.version === version ? undefined : undoButton('booking', booking.id, answer);
    const how = paymentText(paid);
    const now = `It is ${amountText(paid.total_amount)}.${how && ` ${how}.`}`;
    toastSuccess(
      isUnrecorded(booking) ? 'Payment recorded' : 'Amount changed',
      [customerName(booking), now],
      undo,
    );
  }
  const { submit, busy, conflict, version } = useBookingChange({
    command: COMPLETE_BOOKING,
    booking,
    failed: 'Failed to update booking status',
    onClose,
    onDone: tell,
  });

  /** Sends the form with these values. */
  const sendWith = (changes: Partial<TypedCheckout>) => (event: MouseEvent<HTMLButtonElement>) => {
    change(changes);
    event.currentTarget.form?.requestSubmit();
  };
  const others = PaymentMethod.options.filter((method) => method !== typed.method);

  return (
    <FormDialog
      title={isDone ? paymentAction(booking) : 'Complete Appointment'}
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      focusesOnTouch={isPriceOpen}
      form={form}
      discard="Discard what you entered?"
      save={recordText(typed)}
      cancel={isDone && !isUnrecorded(booking) ? 'Change nothing' : 'Not yet'}
      besides={(id) =>
        amount !== null &&
        typed.second === null &&
        others.map((method) => (
          <AdminButton
            key={method}
            form={id}
            busy={pending || busy}
            aria-label={recordText(typed, method)}
            onClick={sendWith({ method })}
          >
            {METHOD_WORDS[method]}
          </AdminButton>
        ))
      }
      onClose={onClose}
    >
      {conflict}
      <LinesFields booking={booking} form={form} />
      {!isDone && isPriceOpen && amount !== null && (
        <TextButton
          onClick={sendWith({
            prices: typed.prices.map(() => ''),
            items: [],
            tip: '',
            tipShare: null,
            second: null,
          })}
        >
          Complete without an amount
        </TextButton>
      )}
      <TipField form={form} />
      <SplitFields form={form} />
      {may('desk') && booking.customer_name !== null && nextVisit.isReady && (
        <NextVisit {...nextVisit} chosen={next} onChoose={setNext} />
      )}
    </FormDialog>
  );
}

/** Digits belong to the prices, wherever in the dialog they are typed, except in other text fields. */
function useAmountKeys(focus: () => void) {
  const focusAmount = useEffectEvent(focus);
  useLayoutEffect(() => {
    const focusField = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (!/^[\d.]$/.test(key) || ctrlKey || metaKey || altKey) return;
      const isTyping =
        target instanceof Element && target.matches('input:not([type=radio]), textarea, select');
      // The key is entered where the focus is by then.
      if (!isTyping) focusAmount();
    };
    window.addEventListener('keydown', focusField);
    return () => window.removeEventListener('keydown', focusField);
  }, []);
}
