import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { actorWords, eventWords } from '../../../src/contracts/history/history-words.ts';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { whenText } from '../bookings/booking-text.ts';
import { Attachments } from '../bookings/messages/attachments.tsx';
import { useInstantText } from '../ui/instant-text.ts';
import { timedReasonOf, toText } from './message-row-text.ts';

type Shown = Pick<
  AdminMessage,
  'channel' | 'kind' | 'text' | 'to' | 'appointment' | 'booking_id' | 'reasons' | 'explanation'
> &
  /** A message that waits to be sent has neither. */
  Partial<Pick<AdminMessage, 'steps' | 'status' | 'attachments'>>;

/** All details of a message: its text, why it was sent or not, and every step. */
export function MessageDetails({ message }: { message: Shown }) {
  const {
    channel,
    kind,
    text,
    to,
    appointment,
    booking_id,
    reasons,
    steps = [],
    attachments = [],
    explanation,
    status,
  } = message;
  const timedReason = timedReasonOf(kind);
  const isMail = channel === 'email';
  const today = useSalonToday();
  const instantText = useInstantText();
  return (
    <div className="grid gap-x-10 gap-y-4 text-sm lg:grid-cols-2">
      <div className="min-w-0 space-y-3">
        {text && (
          <blockquote className="max-w-md rounded-md bg-sand px-3.5 py-2.5 whitespace-pre-line wrap-anywhere">
            {text}
          </blockquote>
        )}
        <Attachments attachments={attachments} />
        <p>{explanation}</p>
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 tabular-nums">
          {to && <Fact label="To">{toText(message)}</Fact>}
          {appointment && (
            <Fact label="Appointment">
              <Link
                to={`/admin/appointments/${booking_id}`}
                className="underline decoration-brass underline-offset-4"
              >
                {whenText(appointment, today)}
              </Link>{' '}
              <span className="text-stone">({appointment.status})</span>
            </Fact>
          )}
          {status !== 'received' && (reasons.length > 0 || timedReason) && (
            <Fact label="Why">
              {reasons.length === 0 ? (
                timedReason
              ) : (
                <ul>
                  {reasons.map(({ id, type, at, actor }) => (
                    <li key={id}>
                      {eventWords(type, isMail)}{' '}
                      <span className="text-stone">
                        · {actorWords(actor)} · {instantText(at)}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </Fact>
          )}
        </dl>
      </div>
      {steps.length > 0 && status !== 'received' && <Steps steps={steps} isMail={isMail} />}
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-stone">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
);

function Steps({ steps, isMail }: Pick<AdminMessage, 'steps'> & { isMail: boolean }) {
  const instantText = useInstantText();
  return (
    <section className="min-w-0">
      <h3 className="pb-1 font-sans text-xs font-medium tracking-normal text-stone">What happened</h3>
      <ol className="relative space-y-2.5 pt-1 before:absolute before:inset-y-3 before:left-[3.5px] before:w-px before:bg-line">
        {steps.map(({ type, at, explanation, kept_here }) => (
          <li key={`${type} ${at}`} className="relative flex gap-3">
            <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-brass" />
            <div className="min-w-0 text-xs">
              <p className="flex flex-wrap gap-x-2">
                <span className="font-medium">{eventWords(type, isMail, kept_here)}</span>
                <time dateTime={at} className="text-stone tabular-nums">
                  {instantText(at)}
                </time>
              </p>
              {explanation && <p className="text-stone">{explanation}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
