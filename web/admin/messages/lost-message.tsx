import { Phone } from 'lucide-react';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import { telHref } from '../../ui/form/phone-text.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { DISMISS } from '../bookings/messages/replies.ts';
import { BOOKING } from '../bookings/queries.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { AdminButton, adminButtonClass } from '../ui/button.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { customerOf } from './message-row-text.ts';

/** Calls the customer of a message. Renders nothing without a number. */
export function CallCustomer({ message, isSmall = false }: { message: AdminMessage; isSmall?: boolean }) {
  const { data: booking } = useAdminQuery(BOOKING, message.booking_id);
  const phone = booking?.customer_phone;
  if (!phone) return null;
  return (
    <a
      href={telHref(phone)}
      {...(isSmall && { 'aria-label': `Call ${customerOf(message)}` })}
      className={adminButtonClass('outline', isSmall)}
    >
      <Phone aria-hidden="true" className={isSmall ? 'size-3.5' : 'size-4'} />
      Call{!isSmall && ` ${phone}`}
    </a>
  );
}

/** The two things that staff can do about a message that didn't arrive, besides sending it again: call the customer, or say that it needs nothing more. */
export function LostMessage({ message }: { message: AdminMessage }) {
  const dismiss = useCommand(DISMISS);

  async function leave() {
    try {
      await dismiss.send(message);
      toastSuccess('Message dismissed', customerOf(message));
    } catch (error) {
      toastFailure(error, 'That could not be saved');
    }
  }

  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <CallCustomer message={message} />
      <AdminButton look="quiet" busy={dismiss.busy} onClick={leave}>
        Dismiss
      </AdminButton>
      <p className="basis-full text-xs text-stone">
        Dismissed, it stays in the list, and doesn’t ask for attention again.
      </p>
    </div>
  );
}
