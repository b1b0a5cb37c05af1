import { type ReactNode, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { getChangeText } from '../../../../src/contracts/messages/change-text.ts';
import { call } from '../../../api.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Choice } from '../../ui/form/choice.tsx';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import type { Told } from '../commands.ts';
import { callInstead, whyNoTexts } from '../messages/no-texts.ts';
import { SENDING } from '../messages/sending.ts';
import { BOOKING } from '../queries.ts';

/** A change that staff are about to make. */
export interface Proposed {
  readonly id: string;
  readonly kind: 'rescheduled' | 'cancelled';
  /** The time that the appointment is moved to. */
  readonly date?: string;
  readonly time?: string;
}

/** The usual text to the customer about such a change. */
const CHANGE_TEXT = defineQuery({
  name: 'change-text',
  about: ({ id }: Proposed) => [topicOf('booking', id)],
  load: ({ id, ...query }, { after: _, ...options }) =>
    call(getChangeText, { ...options, params: { id }, query }),
});

/** The choice of staff; null is the usual one. */
interface Telling {
  readonly isOn: boolean | null;
  readonly words: string | null;
}

const USUALLY: Telling = { isOn: null, words: null };

/**
 * The block "Tell the customer" of a dialog that changes an appointment. The usual text is shown, and on unless neither texts nor mails
 * are set up; left as it is it goes as the usual text, which an undo can take back. Edited it is staff's own words, and emptied it sends
 * nothing.
 *
 * - `told` is for the command
 * - `isTouched`: staff have written something that would be lost
 * - `block` must be rendered in the dialog
 *
 * @param proposed the change; null while it isn't chosen yet
 */
export function useTelling(
  booking: Pick<AdminBooking, 'id' | 'sms_consent' | 'customer_phone'>,
  proposed: Proposed | null,
): { told: Told; isTouched: boolean; block: ReactNode } {
  const [{ isOn: chosen, words }, setTelling] = useState(USUALLY);
  const { data: details, error: withoutDetails } = useAdminQuery(BOOKING, booking.id);
  const { data: sending, error: withoutSending } = useAdminQuery(SENDING, 'now');
  const { sms_consent, customer_phone } = details ?? booking;
  const isMailed = sending?.has_mail_server && details?.customer_email;
  const isOn = chosen ?? (sending?.has_provider !== false || Boolean(isMailed));
  const isKnown = chosen !== null || Boolean((details || withoutDetails) && (sending || withoutSending));
  const noTexts = sending && whyNoTexts(sending);
  const isTooLate = proposed?.kind === 'cancelled' && details?.has_started;
  const why = details?.opted_out
    ? 'The customer has opted out of text messages by texting STOP.'
    : !sms_consent
      ? 'The customer hasn’t agreed to text messages.'
      : isTooLate && 'The appointment has begun, so no text is sent.';
  const isPossible = !why;
  const {
    data: usual,
    error: withoutUsual,
    isPrevious,
  } = useAdminQuery(CHANGE_TEXT, isPossible ? proposed : null, { keepPrevious: true });
  const isComing = words === null && proposed !== null && !withoutUsual && (!usual || isPrevious);
  const text = words ?? usual?.text ?? '';
  const isUsual = words === null || words.trim() === usual?.text.trim();
  const own = isUsual ? null : text.trim() || null;
  const isTold = isPossible && isOn;
  return {
    told: { message: isTold ? own : null, ...(isTold && isUsual && { notify: true }) },
    isTouched: isTold && own !== null,
    block: why ? (
      <NotTold why={why} phone={customer_phone} />
    ) : !isKnown ? (
      // A checkbox that changed under somebody's finger would mean the opposite. This is as high as the usual block.
      <div aria-busy className="min-h-60" />
    ) : (
      <fieldset>
        <legend className="pb-1 font-medium">Tell the customer</legend>
        <Choice
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => setTelling({ isOn: target.checked, words })}
        >
          Text the customer
        </Choice>
        {noTexts && <p className="pb-3 text-warn">{callInstead(noTexts, customer_phone)}</p>}
        {isOn && (
          <TextMessageArea
            label="SMS message"
            hint="Leave empty to skip sending a notification."
            placeholder={words === null ? 'The usual text' : ''}
            rows={4}
            // It waits until the usual text is there: what was typed before would be mixed with it.
            readOnly={isComing}
            value={text}
            onChange={(typed) => setTelling({ isOn, words: typed })}
          />
        )}
      </fieldset>
    ),
  };
}

/** Why a customer gets no text, and whom to call instead. */
function NotTold({ why, phone }: { why: string; phone: string | null }) {
  return (
    <p className="text-stone">
      {why}
      {phone !== null && (
        <>
          {' '}
          Call{' '}
          <a
            href={telHref(phone)}
            className="whitespace-nowrap text-ink underline decoration-brass underline-offset-4"
          >
            {phone}
          </a>
          .
        </>
      )}
    </p>
  );
}
