import { MessageSquareText } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminBookingDetails } from '../../../../src/contracts/admin-booking.ts';
import { useMomentText } from '../../../salon/moment.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { useCommand } from '../../server/use-command.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { tellFailure } from '../../ui/tell-failure.ts';
import { CHANGE_CONSENT } from '../commands.ts';
import { nameOf } from '../words.ts';
import { SEND_MESSAGE } from './send-message.ts';

/** A row's button: lower than others, but not under a finger. */
const smallClass = 'min-h-7! px-2! text-xs! whitespace-normal! pointer-coarse:min-h-11!';

/** Who has said it, or written down what the customer said. */
const SAID_BY = { customer: 'by the customer', staff: 'entered by staff', system: 'by the system' } as const;

/** Whether the customer wants texts, and a text about the appointment as it is. A number that has opted out gets none. */
export function Texts({ booking }: { booking: AdminBookingDetails }) {
  const { id, version, sms_consent, opted_out, has_started, sms_consent_said } = booking;
  const momentText = useMomentText();
  const why = useId();
  const consent = useCommand(CHANGE_CONSENT);
  const message = useCommand(SEND_MESSAGE);
  const [isAsked, setAsked] = useState(false);
  const isWanted = sms_consent && opted_out === null;
  const wasTakenBack = !sms_consent && sms_consent_said.at !== booking.created_at;

  async function changeConsent() {
    try {
      await consent.send({ id, consent: !isWanted }, version);
      toastSuccess(`SMS consent ${isWanted ? 'disabled' : 'enabled'}`);
    } catch (error) {
      tellFailure(error, 'Failed to update SMS consent');
    }
  }

  async function sendMessage() {
    try {
      await message.send({ id });
      toastSuccess('SMS notifications sent successfully');
    } catch (error) {
      tellFailure(error, 'Failed to send SMS notifications');
    }
  }

  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>{opted_out ? 'Opted out' : sms_consent ? 'Given' : 'Not given'}</span>
        <AdminButton
          aria-label={`${isWanted ? 'Disable' : 'Enable'} SMS consent`}
          className={smallClass}
          disabled={opted_out !== null}
          aria-describedby={opted_out ? why : undefined}
          onClick={isWanted ? changeConsent : () => setAsked(true)}
        >
          {isWanted ? 'Disable' : 'Enable'}
        </AdminButton>
        {isWanted && (
          <AdminButton
            className={smallClass}
            busy={message.busy}
            disabled={has_started}
            title={has_started ? 'The appointment has begun or is over.' : undefined}
            onClick={sendMessage}
          >
            <MessageSquareText aria-hidden="true" className="size-3.5" />
            Send SMS Notification
          </AdminButton>
        )}
      </div>
      {opted_out === null && (sms_consent || wasTakenBack) && (
        <p className="text-xs text-stone">
          {wasTakenBack ? 'Taken back' : 'Agreed'}: {SAID_BY[sms_consent_said.by]} on{' '}
          {momentText(sms_consent_said.at)}
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title="Has the customer agreed to texts?"
          question={[nameOf(booking), booking.customer_phone].filter(Boolean).join(' · ')}
          confirm="Yes, Enable"
          keep="No"
          look="primary"
          onConfirm={changeConsent}
          onClose={() => setAsked(false)}
        />
      )}
      {opted_out && (
        <p id={why} className="text-xs text-stone">
          {opted_out.by === 'customer' ? 'The customer texted STOP' : 'The provider says that they opted out'}{' '}
          on {momentText(opted_out.at)}. This number gets no texts, for any appointment, until the customer
          texts START.
        </p>
      )}
    </div>
  );
}
