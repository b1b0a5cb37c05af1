import { Phone, Send } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton, adminButtonClass } from '../../ui/button.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import { useMomentText } from '../../ui/moment-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { departureText } from './message-text.ts';
import { callInstead } from './no-texts.ts';
import { ANSWER, ANSWERING, DISMISS } from './replies.ts';
import { useNoTexts } from './sending.ts';

/** As the contract has it. */
const ANSWER_LENGTH = 480;

/**
 * Answers a customer's reply by a text, or says that it needs none. Where no text can be sent, it says why, and whom to call. One about an
 * appointment that is gone can only be dismissed.
 */
export function AnswerForm({
  message,
  isAsked = false,
  drafts,
}: {
  message: AdminMessage;
  /** The typed texts, by the replies' ids: a row loses its form where it moves to another section meanwhile. */
  drafts?: Map<string, string> | undefined;
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
  return <OpenForm message={message} drafts={drafts} hasFocus={hasFocus} onDone={() => setOpen(false)} />;
}

function OpenForm({
  message,
  drafts,
  hasFocus,
  onDone,
}: {
  message: AdminMessage;
  drafts: Map<string, string> | undefined;
  hasFocus: boolean;
  onDone: () => void;
}) {
  const { id, needs_staff, may_mean_cancel, appointment, booking_id } = message;
  const { data: answering, error, reload } = useAdminQuery(ANSWERING, message);
  const [text, setText] = useState(drafts?.get(id) ?? '');
  useEffect(() => {
    drafts?.set(id, text);
  }, [drafts, id, text]);
  const [problem, setProblem] = useState<string>();
  const answer = useCommand(ANSWER);
  const dismiss = useCommand(DISMISS);
  const whyNoTexts = useNoTexts();
  const momentText = useMomentText();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (answer.busy) return;
    if (text.trim() === '')
      return showErrors(event.currentTarget, () => setProblem('Please write an answer first'));
    try {
      const { departure } = await answer.send({ message, text });
      setText('');
      toastSuccess('Answer on its way', departureText(departure, momentText));
      onDone();
    } catch (failure) {
      toastFailure(failure, 'The answer could not be sent');
    }
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
    <form noValidate onSubmit={send} className="mt-4 max-w-md space-y-3">
      {whyNoTexts && <p className="text-sm text-warn">{callInstead(whyNoTexts, phone)}</p>}
      <TextMessageArea
        label={`Your answer to ${message.customer_name ?? 'the customer'}`}
        hint={phone === null ? undefined : `A text to ${phone}.`}
        required
        autoFocus={hasFocus}
        rows={3}
        maxLength={ANSWER_LENGTH}
        value={text}
        error={problem}
        onChange={(typed) => {
          setText(typed);
          setProblem(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <AdminButton type="submit" look="primary" busy={answer.busy}>
          <Send aria-hidden="true" className="size-4" />
          Send answer
        </AdminButton>
        {toAppointment}
        {noAnswer}
      </div>
    </form>
  );
}
