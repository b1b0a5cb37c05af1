import { useState } from 'react';
import { TextButton } from '../../ui/button.tsx';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import type { Reach } from '../messages/reach.ts';
import { tickedOf, WaysChoice } from '../telling/ways-choice.tsx';
import type { TypedBooking } from './new-booking-form.ts';

/** The field opens at the end of a dialog that scrolls. */
const intoView = (field: HTMLElement | null) => field?.scrollIntoView({ block: 'nearest' });

/** How the customer is told of a new booking: in the usual words, or in staff's own. Renders nothing if neither way reaches them. */
export function TellNewCustomer({
  typed: { ways, message, email, phone },
  reach,
  onChange,
}: {
  typed: TypedBooking;
  reach: Reach;
  onChange: (changes: Pick<TypedBooking, 'ways'> | Pick<TypedBooking, 'message'>) => void;
}) {
  const [isWriting, setWriting] = useState(message !== '');
  if (reach.sms.why && reach.email.why) return null;
  const ticked = tickedOf(reach, ways);
  return (
    <div className="sm:col-span-2">
      <WaysChoice
        reach={reach}
        ticked={ticked}
        email={email}
        phone={phone || null}
        onTick={(channel, isTicked) => onChange({ ways: { ...ways, [channel]: isTicked } })}
      >
        {isWriting ? (
          <div ref={intoView}>
            <TextMessageArea
              label={ticked.includes('sms') ? 'SMS message' : 'Message'}
              hint="Leave empty for the usual words."
              autoFocus
              rows={3}
              value={message}
              onChange={(words) => onChange({ message: words })}
            />
          </div>
        ) : (
          <TextButton className="text-sm" onClick={() => setWriting(true)}>
            Write your own words
          </TextButton>
        )}
      </WaysChoice>
    </div>
  );
}
