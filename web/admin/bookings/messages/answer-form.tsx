import { Phone, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { answerMessage } from '../../../../src/contracts/messages/answers.ts';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import { ApiError } from '../../../api.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton, adminButtonClass } from '../../ui/button.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { departureText } from './message-text.ts';
import { callInstead } from './no-texts.ts';
import { ANSWER, ANSWERING, DISMISS } from './replies.ts';
import { useNoTexts } from './sending.ts';

/** The limit of the contract. */
const ANSWER_LENGTH = 480;

/**
 * Answers a customer's reply by a text, or says that it needs none. Where no text can be sent, it says why, and whom to call. One about an
 * appointment that is gone can only be dismissed.
 */
export function AnswerForm({
  message,
  isAsked = false,
  parameter,
}: {
  message: AdminMessage;
  /** The parameter of the address without which the form is gone. */
  parameter: string;
  /** Somebody has just asked for the form, so it takes the focus. */
  isAsked?: boolean;
}) {
  const { appointment, needs_staff, answers, was_dismissed } = message;
  const [isOpen, setOpen] = useState(needs_staff);
  const [hasFocus, setFocus] = useState(isAsked);
  if (!appointment && !needs_staff) return null;
  if (!isOpen)
    return (
      <AdminButton
        className="mt-3"
        onClick={() => {
          setOpen(true);
          setFocus(true);
        }}
      >
        {answers > 0 ? 'Answer again' : was_dismissed ? 'Answer after all' : 'Answer'}
      </AdminButton>
    );
  return <OpenForm {...{ message, hasFocus, parameter }} onDone={() => setOpen(false)} />;
}

function OpenForm({
  message,
  hasFocus,
  parameter,
  onDone,
}: {
  message: AdminMessage;
  hasFocus: boolean;
  parameter: string;
  onDone: () => void;
}) {
  const { id, answers, needs_staff, may_mean_cancel, appointment, booking_id } = message;
  const { data: answering, error, reload } = useAdminQuery(ANSWERING, message);
  const form = useAdminForm({
    // An answer of somebody else that comes meanwhile is told before this one is sent.
    values: { text: '', answers_seen: answers },
    schema: answerMessage.body,
    send,
    onFailure: refused,
  });
  const { question } = useDiscardQuestion({
    title: 'Discard this answer?',
    isTouched: form.isDirty,
    parameter,
    onClose: () => form.reset(),
  });
  const answer = useCommand(ANSWER);
  const dismiss = useCommand(DISMISS);
  const whyNoTexts = useNoTexts();
  const instantText = useInstantText();

  async function send(body: z.output<typeof answerMessage.body>): Promise<void> {
    const { departure } = await answer.send({ id, booking_id, ...body });
    toastSuccess('Answer on its way', departureText(departure, instantText));
    onDone();
  }

  function refused(error: unknown): void {
    if (error instanceof ApiError && error.code === 'answered-meanwhile')
      form.change({ answers_seen: answers });
    toastFailure(error, 'The answer could not be sent');
  }

  async function leave() {
    try {
      await dismiss.send(message);
      toastSuccess('Needs no answer');
      onDone();
    } catch (failure) {
      toastFailure(failure, 'That could not be saved');
    }
  }

  const noAnswer = needs_staff && (
    <AdminButton look="quiet" busy={dismiss.busy} onClick={leave}>
      {may_mean_cancel ? 'Only texts were meant' : 'No answer needed'}
    </AdminButton>
  );
  const toAppointment = needs_staff && may_mean_cancel && appointment && (
    <Link to={`/admin/appointments/${booking_id}`} className={adminButtonClass('outline')}>
      Look at the appointment
    </Link>
  );
  if (!answering && error)
    return (
      <FailedState
        what="It couldn’t be found out whether texts reach the customer"
        error={error}
        onRetry={reload}
      />
    );
  if (!answering)
    return (
      <p role="status" className="mt-4 animate-late text-sm text-stone">
        Looking whether texts reach the customer...
      </p>
    );
  const { phone, why_not } = answering;
  if (why_not !== null)
    return (
      <div className="mt-4 space-y-3 text-sm">
        {needs_staff && may_mean_cancel && <p className="font-medium">Was the appointment meant?</p>}
        <p>
          {why_not} {phone !== null && 'Please call instead.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {phone !== null && (
            <a href={telHref(phone)} className={adminButtonClass('outline')}>
              <Phone aria-hidden="true" className="size-4" />
              Call {phone}
            </a>
          )}
          {toAppointment}
          {noAnswer}
        </div>
      </div>
    );
  return (
    <form noValidate onSubmit={form.submit} className="mt-4 max-w-md space-y-3">
      {whyNoTexts && <p className="text-sm text-warn">{callInstead(whyNoTexts, phone)}</p>}
      <TextMessageArea
        label={`Your answer to ${message.customer_name ?? 'the customer'}`}
        hint={phone === null ? undefined : `A text to ${phone}.`}
        required
        autoFocus={hasFocus}
        rows={3}
        maxLength={ANSWER_LENGTH}
        value={form.typed.text}
        error={form.errorOf('text')}
        onChange={(text) => form.change({ text })}
      />
      <div className="flex flex-wrap gap-2">
        <AdminButton type="submit" look="primary" busy={form.pending}>
          <Send aria-hidden="true" className="size-4" />
          Send answer
        </AdminButton>
        {toAppointment}
        {noAnswer}
      </div>
      {question}
    </form>
  );
}
