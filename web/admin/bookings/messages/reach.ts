import type { AdminBooking, AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import {
  leaves,
  MESSAGE_CHANNELS,
  type MessageChannel,
} from '../../../../src/contracts/messages/message-words.ts';
import type { SendingState } from '../../../../src/contracts/messages/messages.ts';
import { callInstead, whyNoTexts } from './no-texts.ts';

/** Whether a channel reaches a customer. */
interface Way {
  /** Why this customer gets nothing there; undefined if they do. */
  readonly why: string | undefined;
  /** Why nothing leaves there now, whoever gets it, such as that it isn't set up; undefined if it does, and while that isn't known. */
  readonly off: string | undefined;
  /** Whether a message is sent, now or later. */
  readonly isSetUp: boolean;
}

/** By which ways a customer is reached. The server decides by the same rules again. */
export type Reach = Readonly<Record<MessageChannel, Way>>;

type Customer = Pick<AdminBooking, 'sms_consent' | 'customer_email'> &
  Partial<Pick<AdminBookingDetails, 'opted_out'>>;

/** As far as sending is known here. */
export type Sending = Omit<SendingState, 'by' | 'waiting'>;

/** Why no mails leave, such as that they aren't set up; undefined if they do. */
export function whyNoMails(sending: Sending): string | undefined {
  if (!sending.has_mail_server) return 'Mails aren’t set up';
  return leaves('email', sending) ? undefined : 'Messages are paused';
}

/** @param hasBegun the appointment has, so that messages about it are too late */
export function reachOf(
  { sms_consent, opted_out, customer_email }: Customer,
  sending: Sending | undefined,
  hasBegun = false,
): Reach {
  const whyNoText = opted_out
    ? 'The customer has opted out of text messages by texting STOP.'
    : !sms_consent
      ? 'The customer hasn’t agreed to text messages.'
      : hasBegun
        ? 'The appointment has begun, so no text is sent.'
        : undefined;
  return {
    sms: {
      why: whyNoText,
      off: sending && whyNoTexts(sending),
      isSetUp: sending?.has_provider !== false,
    },
    email: {
      why: !customer_email
        ? 'There is no mail address.'
        : hasBegun
          ? 'The appointment has begun, so no mail is sent.'
          : undefined,
      off: sending && whyNoMails(sending),
      isSetUp: sending?.has_mail_server !== false,
    },
  };
}

/** Where the customer agreed to texts and none leave, says what happens instead: a mail leaves, or somebody should call. Undefined if texts leave. */
export function insteadOfTexts(reach: Reach, phone: string | null): string | undefined {
  const { why, off } = reach.sms;
  if (why !== undefined || off === undefined) return undefined;
  return reachedBy(reach).includes('email')
    ? `${off}: the customer is told by mail.`
    : callInstead(off, phone);
}

/** The channels by which a message leaves now. */
export const reachedBy = (reach: Reach): readonly MessageChannel[] =>
  MESSAGE_CHANNELS.filter((channel) => !reach[channel].why && !reach[channel].off);
