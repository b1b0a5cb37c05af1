import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { ChangedBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { centsIn, dollars, MOST_CENTS } from '../../../../src/salon/money.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SaveButtons } from '../../ui/dialog/save-buttons.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
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
  const formId = useId();
  const today = useSalonToday();
  const [initial] = useState(() => ({
    amount: fieldText(knownCents(booking)),
    tip: fieldText(booking.tip_cents || null),
  }));
  const [typed, setTyped] = useState(initial.amount);
  const [tip, setTip] = useState(initial.tip);
  const [method, setMethod] = useState(booking.payment_method);
  const [errors, setErrors] = useState<{ readonly amount?: string; readonly tip?: string }>({});
  const amountField = useAmountKeys();
  const { catalogue_amount } = booking;
  const listed = priceListText(booking);
  const isDone = booking.status === 'completed';
  const { undoButton } = useEventUndo();
  const toastCompleted = useCompletedToast(onAsk);
  const cents = paidCents(typed);
  const tipCents = paidCents(tip);
  const { leave, question } = useDiscardQuestion({
    title: 'Discard what you entered?',
    isTouched: typed !== initial.amount || tip !== initial.tip,
    onClose,
  });

  function enter(amount: string) {
    setTyped(amount);
    setErrors({});
  }

  function tell(answer: ChangedBooking) {
    const total_amount = typeof cents === 'number' ? dollars(cents) : booking.total_amount;
    const paid = { ...booking, ...answer, total_amount, payment_method: method, tip_cents: tipCents ?? 0 };
    if (!isDone) return toastCompleted(paid, answer);
    // Saving the same again makes no event, so an undo would undo the change before it.
    const isSame = answer.version === version;
    const undo = isSame ? undefined : undoButton('booking', booking.id, answer);
    const how = paymentText(paid);
    const now = `It is ${amountText(total_amount)}.${how && ` ${how}.`}`;
    return toastSuccess('Amount changed', [customerName(booking), now], undo);
  }
  const { submit, busy, conflict, version } = useBookingChange({
    command: COMPLETE_BOOKING,
    booking,
    failed: 'Failed to update booking status',
    onClose,
    onDone: tell,
  });

  function save(form: HTMLFormElement) {
    const needsAmount = isDone || method !== null || Boolean(tipCents);
    if (cents === undefined || (needsAmount && cents === null))
      return showErrors(form, () => setErrors({ amount: AMOUNT_WRONG }));
    if (tipCents === undefined)
      return showErrors(form, () => setErrors({ tip: 'Please enter a tip such as 10.00, or none.' }));
    // An empty field takes a recorded tip back.
    const isTipSaid = tipCents !== null || booking.tip_cents > 0;
    if (!busy)
      submit({
        id: booking.id,
        cents,
        ...(method && { method }),
        ...(isTipSaid && { tipCents: tipCents ?? 0 }),
      });
  }

  return (
    <Dialog
      title={isDone ? 'Change Amount' : 'Complete Appointment'}
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      focusesOnTouch
      onClose={leave}
      footer={
        <SaveButtons
          form={formId}
          busy={busy}
          cancel={isDone ? 'Change nothing' : 'Not yet'}
          onCancel={onClose}
        >
          {isDone ? 'Change Amount' : completeText(cents)}
        </SaveButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save(event.currentTarget);
        }}
      >
        {conflict}
        <div className="relative">
          <AdminField
            ref={amountField}
            label="Amount paid ($)"
            required={isDone}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={typed}
            error={errors.amount}
            hint={`${catalogue_amount === null || listed ? '' : `Price list: ${amountText(catalogue_amount)}. `}${
              isDone || typed !== ''
                ? 'What was paid becomes the total.'
                : `Without an amount the total stays: ${amountText(booking.total_amount)}.`
            }`}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => enter(target.value)}
          />
          {listed && catalogue_amount !== null && (
            // In the field, below its label.
            <AdminButton
              className="absolute top-6 right-0"
              onClick={() => enter(fieldText(centsIn(catalogue_amount)))}
            >
              {listed}
            </AdminButton>
          )}
        </div>
        <PaymentChoice method={method} onChoose={setMethod} />
        <AdminField
          label="Tip ($)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={tip}
          error={errors.tip}
          hint="On top of the amount."
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setTip(target.value);
            setErrors({});
          }}
        />
      </form>
      {question}
    </Dialog>
  );
}

/** A ref for the field of the amount: digits belong to it, wherever in the dialog they are typed, except in other text fields. */
function useAmountKeys() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const focusField = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (!/^[\d.]$/.test(key) || ctrlKey || metaKey || altKey) return;
      const isTyping =
        target instanceof Element && target.matches('input:not([type=radio]), textarea, select');
      // The key is entered where the focus is by then.
      if (!isTyping) field.current?.focus();
    };
    window.addEventListener('keydown', focusField);
    return () => window.removeEventListener('keydown', focusField);
  }, []);
  return field;
}
