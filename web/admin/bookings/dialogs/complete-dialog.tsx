import { useEffectEvent, useLayoutEffect } from 'react';
import { z } from 'zod';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { ChangedBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { PaymentMethod } from '../../../../src/contracts/bookings/bookings.ts';
import { centsIn, dollars, MOST_CENTS } from '../../../../src/salon/money.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { amountText, numberText } from '../../ui/number-text.ts';
import type { BookingQuestion } from '../booking-question.ts';
import { customerName, whenText } from '../booking-text.ts';
import { COMPLETE_BOOKING } from '../commands.ts';
import { knownCents, paidCents, priceListText, shortCents } from '../visit/paid-cents.ts';
import { paymentText } from '../visit/payment-text.ts';
import { useCompletedToast } from '../visit/use-complete.ts';
import { PaymentChoice } from './payment-choice.tsx';
import { useBookingChange } from './use-booking-change.tsx';

const AMOUNT_WRONG = `Please enter an amount from 0 to ${numberText(MOST_CENTS / 100)}, such as 65.00.`;
const TIP_WRONG = 'Please enter a tip such as 10.00, or none.';

/** An amount as it is typed, without the dollar sign. */
const fieldText = (cents: number | null) => (cents === null ? '' : dollars(cents).slice(1));

/** The label of the button: it says which amount is recorded. */
function completeText(cents: number | null | undefined): string {
  if (cents === null) return 'Complete without an amount';
  return cents === undefined ? 'Complete' : `Complete · ${shortCents(cents)}`;
}

/** Completes an appointment, with what was paid and how, if that is known. For a completed one, corrects it. */
export function CompleteDialog({
  booking,
  onClose,
  onAsk,
}: {
  booking: AdminBooking;
  onClose: () => void;
  onAsk: (question: BookingQuestion) => void;
}) {
  const today = useSalonToday();
  const { catalogue_amount } = booking;
  const listed = priceListText(booking);
  const isDone = booking.status === 'completed';
  const { undoButton } = useEventUndo();
  const toastCompleted = useCompletedToast(onAsk);
  const form = useAdminForm({
    values: {
      amount: fieldText(knownCents(booking)),
      method: booking.payment_method,
      tip: fieldText(booking.tip_cents || null),
    },
    schema: z
      .object({
        cents: z.int(AMOUNT_WRONG).nullable(),
        method: PaymentMethod.nullable(),
        tipCents: z.int(TIP_WRONG).nullable(),
      })
      .refine(({ cents, method, tipCents }) => cents !== null || !(isDone || method !== null || tipCents), {
        path: ['cents'],
        error: AMOUNT_WRONG,
      }),
    toRequest: ({ amount, method, tip }) => ({ cents: paidCents(amount), method, tipCents: paidCents(tip) }),
    fields: { cents: 'amount', tipCents: 'tip' },
    send({ cents, method, tipCents }) {
      // An empty field takes a recorded tip back.
      const isTipSaid = tipCents !== null || booking.tip_cents > 0;
      return submit({
        id: booking.id,
        cents,
        ...(method && { method }),
        ...(isTipSaid && { tipCents: tipCents ?? 0 }),
      });
    },
  });
  const { typed, field, change, setFocus } = form;
  const cents = paidCents(typed.amount);
  useAmountKeys(() => setFocus('amount'));

  function tell(answer: ChangedBooking) {
    const total_amount = typeof cents === 'number' ? dollars(cents) : booking.total_amount;
    const paid = {
      ...booking,
      ...answer,
      total_amount,
      payment_method: typed.method,
      tip_cents: paidCents(typed.tip) ?? 0,
    };
    if (!isDone) return toastCompleted(paid, answer);
    // Saving the same again makes no event, so an undo would undo the change before it.
    const isSame = answer.version === version;
    const undo = isSame ? undefined : undoButton('booking', booking.id, answer);
    const how = paymentText(paid);
    const now = `It is ${amountText(total_amount)}.${how && ` ${how}.`}`;
    return toastSuccess('Amount changed', [customerName(booking), now], undo);
  }
  const { submit, conflict, version } = useBookingChange({
    command: COMPLETE_BOOKING,
    booking,
    failed: 'Failed to update booking status',
    onClose,
    onDone: tell,
  });

  return (
    <FormDialog
      title={isDone ? 'Change Amount' : 'Complete Appointment'}
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      focusesOnTouch
      form={form}
      discard="Discard what you entered?"
      save={isDone ? 'Change Amount' : completeText(cents)}
      cancel={isDone ? 'Change nothing' : 'Not yet'}
      onClose={onClose}
    >
      {conflict}
      <div className="relative">
        <AdminField
          label="Amount paid ($)"
          required={isDone}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          {...field('amount')}
          hint={`${catalogue_amount === null || listed ? '' : `Price list: ${amountText(catalogue_amount)}. `}${
            isDone || typed.amount !== ''
              ? 'The amount paid becomes the total.'
              : `Without an amount the total stays: ${amountText(booking.total_amount)}.`
          }`}
          onFocus={({ target }) => target.select()}
        />
        {listed && catalogue_amount !== null && (
          // The text stands in the field, below its label.
          <AdminButton
            className="absolute top-6 right-0"
            onClick={() => change({ amount: fieldText(centsIn(catalogue_amount)) })}
          >
            {listed}
          </AdminButton>
        )}
      </div>
      <PaymentChoice method={typed.method} onChoose={(method) => change({ method })} />
      <AdminField
        label="Tip ($)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        {...field('tip')}
        hint="On top of the amount."
        onFocus={({ target }) => target.select()}
      />
    </FormDialog>
  );
}

/** Digits belong to the amount, wherever in the dialog they are typed, except in other text fields. */
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
