import { type ReactNode, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { getChangeText } from '../../../../src/contracts/messages/change-text.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import type { Told } from '../commands.ts';
import { reachOf } from '../messages/reach.ts';
import { SENDING } from '../messages/sending.ts';
import { BOOKING } from '../queries.ts';
import { MailPreview, mailWith } from './mail-preview.tsx';
import { type ChosenWays, tellOf, tickedOf, WaysChoice } from './ways-choice.tsx';

/** A change that staff are about to make. */
export interface Proposed {
  readonly id: string;
  readonly kind: 'rescheduled' | 'changed' | 'cancelled' | 'reinstated';
  /** The time that the appointment is moved to. */
  readonly date?: string;
  readonly time?: string;
  /** Its new end. */
  readonly end_time?: string;
  /** The ids of its new services, with commas. */
  readonly services?: string;
  /** The stylist to whom it is handed over. */
  readonly stylist_id?: string;
  /** It is for anyone who is free then. */
  readonly anyone?: 'true';
}

/** The usual messages to the customer about such a change. */
const CHANGE_TEXT = defineQuery({
  name: 'change-text',
  about: ({ id }: Proposed) => [topicOf('booking', id)],
  load: ({ id, ...query }, { after: _, ...options }) =>
    call(getChangeText, { ...options, params: { id }, query }),
});

/** The words of staff; null are the usual ones. */
interface Telling {
  readonly ways: ChosenWays;
  readonly words: string | null;
}

const USUALLY: Telling = { ways: {}, words: null };

/**
 * The block “Tell the customer” of a dialog that changes an appointment: by text, by mail, or by both. The usual words are shown, and
 * each way is on that reaches the customer and is set up. Left as they are, they go as the usual messages, which an undo can take back.
 * Edited they are staff’s own words, and emptied nothing is sent: the ways are off until something is typed. Ticking one brings the usual
 * words back.
 *
 * - `told` is for the command
 * - `isTouched`: staff have written something that would be lost
 * - `block` must be rendered in the dialog
 *
 * @param proposed the change; null while it isn't chosen yet
 */
export function useTelling(
  booking: Pick<
    AdminBooking,
    'id' | 'sms_consent' | 'customer_phone' | 'appointment_date' | 'appointment_time'
  >,
  proposed: Proposed | null,
): { told: Told; isTouched: boolean; block: ReactNode } {
  const [{ ways, words }, setTelling] = useState(USUALLY);
  const { data: details, error: withoutDetails } = useAdminQuery(BOOKING, booking.id);
  const { data: sending, error: withoutSending } = useAdminQuery(SENDING, 'now');
  const { sms_consent, customer_phone, customer_email, opted_out } = {
    customer_email: null,
    opted_out: null,
    ...booking,
    ...details,
  };
  // A hand-over leaves it at its time.
  const isMoved =
    proposed?.kind === 'rescheduled' &&
    (proposed.date !== booking.appointment_date || proposed.time !== booking.appointment_time);
  const hasBegun = proposed !== null && !isMoved && details?.has_started;
  const reach = reachOf({ sms_consent, customer_email, opted_out }, sending, hasBegun);
  const isKnown = Boolean((details || withoutDetails) && (sending || withoutSending));
  const ticked = tickedOf(reach, ways);
  const isPossible = !(reach.sms.why && reach.email.why);
  const {
    data: usual,
    error: withoutUsual,
    isPrevious,
  } = useAdminQuery(CHANGE_TEXT, isPossible ? proposed : null, { keepPrevious: true });
  const isComing = words === null && proposed !== null && !withoutUsual && (!usual || isPrevious);
  const isTexted = ticked.includes('sms');
  const usually = (isTexted ? usual?.text : usual?.mail.usual.paragraphs.join('\n\n')) ?? '';
  const text = words ?? usually;
  const isUsual = words === null || (usually !== '' && words.trim() === usually.trim());
  const own = isUsual ? null : text.trim() || null;
  const tell = isUsual || own !== null ? tellOf(reach, ticked) : undefined;
  const message = tell ? own : null;
  const isSkipped = !isUsual && own === null;
  /** As long as no time is chosen, or where the usual words couldn't be loaded. */
  const isUnseen = words === null && !usual && !isComing;
  return {
    told: { message, ...(tell && { tell }) },
    isTouched: message !== null,
    block:
      isKnown || !isPossible ? (
        <WaysChoice
          reach={reach}
          ticked={ticked}
          isSkipped={isSkipped}
          email={customer_email}
          phone={customer_phone}
          onTick={(channel, isTicked) =>
            setTelling(
              isSkipped
                ? { ways: { sms: channel === 'sms', email: channel === 'email' }, words: null }
                : { ways: { ...ways, [channel]: isTicked }, words },
            )
          }
        >
          <TextMessageArea
            label={isTexted ? 'SMS message' : 'Message'}
            hint={
              isUnseen
                ? 'Without words of yours, the usual ones are sent.'
                : 'Leave empty to skip sending a notification.'
            }
            placeholder={isUnseen ? 'The usual text' : ''}
            rows={4}
            // It waits until the usual words are there: what was typed before would be mixed with them.
            readOnly={isComing}
            value={text}
            onChange={(typed) => setTelling({ ways, words: typed })}
          />
          {ticked.includes('email') && usual && tell && <MailPreview mail={mailWith(usual.mail, own)} />}
        </WaysChoice>
      ) : (
        // A checkbox that changed under somebody's finger would mean the opposite. This is as high as the usual block.
        <div aria-busy className="min-h-60" />
      ),
  };
}
