import { KIND_WORDS, type MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import {
  type BookingMessages,
  getBookingMessages,
  type WaitingMessage,
} from '../../../../src/contracts/messages/waiting-messages.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useTimeText } from '../../ui/instant-text.ts';
import { CHANNELS, failureText, waitText } from '../messages/message-text.ts';

/** Messages about an appointment that have not been sent, or did not reach the customer. */
const BOOKING_MESSAGES = defineQuery({
  name: 'booking-messages',
  roles: getBookingMessages.roles,
  about: (id: string) => [topicOf('booking', id), topicOf('message', id), topicOf('mail', id)],
  load: (id, { after, ...options }) =>
    call(getBookingMessages, { ...options, params: { id }, query: { after } }),
});

/** Sending or pausing a waiting message causes no event, so live updates don't announce it. */
const LOOK_AGAIN_MS = 10_000;

/** These messages, reloaded regularly while one is waiting. */
export const useBookingMessages = (id: string | null): BookingMessages | undefined =>
  useAdminQuery(BOOKING_MESSAGES, id, {
    againAfterMs: (messages) => messages !== undefined && messages.waiting.length > 0 && LOOK_AGAIN_MS,
  }).data;

/** Says that the last message by this channel did not arrive. Renders nothing if it did. */
export function UndeliveredNote({
  messages,
  channel,
}: {
  messages: BookingMessages | undefined;
  channel: MessageChannel;
}) {
  const message = messages?.undelivered.find((one) => one.channel === channel);
  return message && <span className="block text-xs font-medium text-bad">{failureText(message)}</span>;
}

/** Messages that have not been sent, each with the reason. */
export function WaitingMessages({ waiting }: { waiting: readonly WaitingMessage[] }) {
  const timeText = useTimeText();
  return (
    <ul className="space-y-1">
      {waiting.map((message) => {
        const { channel, kind, causes } = message;
        const { word, icon: Icon } = CHANNELS[channel];
        return (
          <li key={`${channel} ${causes[0]}`} className="flex items-start gap-1.5">
            <Icon aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5 text-stone" />
            <span>
              {word}: {KIND_WORDS[kind]} · {waitText(message, timeText)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
