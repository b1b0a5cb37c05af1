import { MessageSquareText } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import { KIND_WORDS } from '../../../../src/contracts/messages/message-words.ts';
import { sendBookingMessage } from '../../../../src/contracts/messages/messages.ts';
import type { NextText } from '../../../../src/contracts/messages/waiting-messages.ts';
import { call } from '../../../api.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useInstantText } from '../../ui/instant-text.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { customerName } from '../booking-text.ts';
import { CHANGE_CONSENT } from '../commands.ts';
import { departureText, sameBeforeText } from '../messages/message-text.ts';
import { callInstead } from '../messages/no-texts.ts';
import { useNoTexts } from '../messages/sending.ts';

/** Texts the customer the current state of an appointment. Not in `commands.ts`, which every screen loads. */
const SEND_MESSAGE = defineCommand({
  name: 'send-message',
  thing: ({ id }: { readonly id: string }) => topicOf('message', id),
  send: ({ id }, options) => call(sendBookingMessage, { ...options, params: { id } }),
});

/** Buttons that are as low as the line they belong to; on touch screens they keep the usual height. */
const lowClass = 'min-h-7! px-2! whitespace-normal! pointer-coarse:min-h-11!';

/** The person who said whether texts are wanted, or entered it for the customer. */
const SAID_BY = { customer: 'by the customer', staff: 'entered by staff', system: 'by the system' } as const;

/** Whether the customer wants texts, and a button that texts the current state of the appointment. A number that has opted out gets no texts. */
export function TextMessages({
  booking,
  next,
}: {
  booking: AdminBookingDetails;
  /** The text that would be sent now; undefined while loading, and if none can be sent. */
  next: NextText | undefined;
}) {
  const { id, version, sms_consent, opted_out, has_started, sms_consent_said } = booking;
  const instantText = useInstantText();
  const why = useId();
  const what = useId();
  const consent = useCommand(CHANGE_CONSENT);
  const message = useCommand(SEND_MESSAGE);
  const [isAsked, setAsked] = useState(false);
  const isWanted = sms_consent && opted_out === null;
  const whyNoTexts = useNoTexts();
  const wasTakenBack = !sms_consent && sms_consent_said.at !== booking.created_at;

  async function changeConsent() {
    try {
      await consent.send({ id, consent: !isWanted }, version);
      toastSuccess(`SMS consent ${isWanted ? 'disabled' : 'enabled'}`, customerName(booking));
    } catch (error) {
      toastFailure(error, 'Failed to update SMS consent');
    }
  }

  async function sendMessage() {
    try {
      const { departure } = await message.send({ id });
      const leaves = departureText(departure, instantText);
      toastSuccess('SMS notifications sent successfully', [
        customerName(booking),
        ...(leaves ? [leaves] : []),
      ]);
    } catch (error) {
      toastFailure(error, 'Failed to send SMS notifications');
    }
  }

  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>{opted_out ? 'Opted out' : sms_consent ? 'Given' : 'Not given'}</span>
        <AdminButton
          isSmall
          aria-label={`${isWanted ? 'Disable' : 'Enable'} SMS consent`}
          className={lowClass}
          busy={consent.busy}
          disabled={opted_out !== null}
          aria-describedby={opted_out ? why : undefined}
          onClick={isWanted ? changeConsent : () => setAsked(true)}
        >
          {isWanted ? 'Disable' : 'Enable'}
        </AdminButton>
        {isWanted && (
          <AdminButton
            isSmall
            className={lowClass}
            busy={message.busy}
            disabled={has_started}
            title={has_started ? 'The appointment has begun or is over.' : undefined}
            aria-describedby={next ? what : undefined}
            onClick={sendMessage}
          >
            <MessageSquareText aria-hidden="true" className="size-3.5" />
            Send SMS Notification
          </AdminButton>
        )}
      </div>
      {isWanted && !has_started && whyNoTexts && (
        <p className="text-xs text-warn">{callInstead(whyNoTexts, booking.customer_phone)}</p>
      )}
      {isWanted && next && <WhatIsSent id={what} next={next} leaves={whyNoTexts === undefined} />}
      {opted_out === null && (sms_consent || wasTakenBack) && (
        <p className="text-xs text-stone">
          {wasTakenBack ? 'Taken back' : 'Agreed'}: {SAID_BY[sms_consent_said.by]} on{' '}
          {instantText(sms_consent_said.at)}
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title="Has the customer agreed to texts?"
          question={[customerName(booking), booking.customer_phone].filter(Boolean).join(' · ')}
          confirm="Yes, Enable"
          keep="No"
          look="primary"
          onConfirm={changeConsent}
          onClose={() => setAsked(false)}
        >
          <p className="text-stone">
            No text is asked for by this. Send SMS Notification does that, and shows before what the text will
            say.
          </p>
        </ConfirmDialog>
      )}
      {opted_out && (
        <p id={why} className="text-xs text-stone">
          {opted_out.by === 'customer'
            ? 'The customer texted STOP'
            : 'The texting service says that they opted out'}{' '}
          on {instantText(opted_out.at)}. This number gets no texts, for any appointment, until the customer
          texts START.
        </p>
      )}
    </div>
  );
}

/** Says which text the button sends, and whether the customer already got the same one. */
function WhatIsSent({ id, next, leaves }: { id: string; next: NextText; leaves: boolean }) {
  const instantText = useInstantText();
  const same = sameBeforeText(next, instantText);
  return (
    <div className="text-xs text-stone">
      <p id={id}>
        {leaves ? 'Sends now' : 'Text'}: {KIND_WORDS[next.kind]}.
        {same && <span className="text-warn"> {same}</span>}
      </p>
      <details>
        <summary className="inline-flex min-h-6 cursor-pointer items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
          Read the text
        </summary>
        <p className="mt-1 rounded-md bg-sand px-2.5 py-1.5 whitespace-pre-line text-ink wrap-anywhere">
          {next.text}
        </p>
      </details>
    </div>
  );
}
