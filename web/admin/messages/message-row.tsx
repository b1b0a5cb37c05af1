import { ChevronRight, MessageSquareReply, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import { AnswerForm } from '../bookings/messages/answer-form.tsx';
import { CHANNELS } from '../bookings/messages/message-text.ts';
import { topicOfMessage } from '../bookings/messages/replies.ts';
import type { Badge } from '../bookings/messages/reply-badge.ts';
import { useIsFresh } from '../data/live/live-store.ts';
import { AdminButton } from '../ui/button.tsx';
import { useInstantText } from '../ui/instant-text.ts';
import { CallCustomer, LostMessage } from './lost-message.tsx';
import { MessageDetails } from './message-details.tsx';
import { badgeOf, customerOf, previewOf, titleOf, toText } from './message-row-text.ts';

interface RowState {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The row of a message that was processed, or of a reply. */
export function MessageItem({
  message,
  isPaused,
  onResend,
  ...state
}: RowState & {
  message: AdminMessage;
  isPaused: boolean;
  onResend: () => void;
}) {
  const { at, status, needs_staff, can_resend, was_resent, was_dismissed } = message;
  const instantText = useInstantText();
  const name = customerOf(message);
  const [isAsked, setAsked] = useState(false);
  return (
    <Row
      {...state}
      message={message}
      title={titleOf(message)}
      preview={previewOf(message)}
      when={instantText(at)}
      badge={badgeOf(message)}
      details={
        <>
          <MessageDetails message={message} />
          {status === 'received' && <AnswerForm message={message} isAsked={isAsked} parameter="message" />}
          {status !== 'received' && needs_staff && <LostMessage message={message} />}
        </>
      }
    >
      {status === 'received' && needs_staff && !state.isOpen ? (
        <AdminButton
          aria-label={`Answer ${name}`}
          isSmall
          onClick={() => {
            setAsked(true);
            state.onToggle();
          }}
        >
          <MessageSquareReply aria-hidden="true" className="size-3.5" />
          Answer
        </AdminButton>
      ) : can_resend ? (
        <AdminButton
          aria-label={`Send again to ${name}`}
          isSmall
          disabled={isPaused}
          title={isPaused ? 'Messages are paused.' : undefined}
          onClick={onResend}
        >
          <RotateCw aria-hidden="true" className="size-3.5" />
          Send again
        </AdminButton>
      ) : status !== 'received' && needs_staff && !state.isOpen ? (
        <CallCustomer message={message} isSmall />
      ) : (
        status !== 'received' &&
        (was_resent || was_dismissed) && (
          <span className="text-xs text-stone">{was_resent ? 'Sent again' : 'Dismissed'}</span>
        )
      )}
    </Row>
  );
}

/** A row that expands to the message's details. It is one line, or several on a phone. */
function Row({
  message,
  title,
  preview,
  when,
  badge: { word, icon: Icon, look },
  details,
  isOpen,
  onToggle,
  children,
}: RowState & {
  message: Pick<AdminMessage, 'channel' | 'to' | 'booking_id' | 'customer_name' | 'appointment'>;
  title: string;
  preview: string;
  when: string;
  badge: Badge;
  details: ReactNode;
  children?: ReactNode;
}) {
  const { channel, to } = message;
  const isFresh = useIsFresh(topicOfMessage(message));
  const { word: by, icon: ChannelIcon } = CHANNELS[channel];
  return (
    <li className={`transition-colors duration-500 ${isFresh ? 'bg-warn-tint' : ''}`}>
      <div className="flex items-center gap-2 hover:bg-sand/60 max-lg:flex-wrap lg:pr-3">
        <button
          type="button"
          data-row
          aria-expanded={isOpen}
          onClick={onToggle}
          className="grid min-h-11 min-w-0 flex-1 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 py-2 pr-3 pl-3 text-left text-xs tabular-nums focus-visible:-outline-offset-2 max-lg:basis-full lg:grid-cols-[1rem_minmax(0,13rem)_minmax(0,1fr)_9.5rem_7rem] lg:gap-x-3 lg:pr-0"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 text-stone transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0">
            <span className="block truncate font-medium max-lg:text-sm">{customerOf(message)}</span>
            {to && <span className="block truncate text-stone max-lg:hidden">{toText(message)}</span>}
          </span>
          <span className="min-w-0 max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2">
            <span className="flex gap-x-3 max-lg:flex-wrap">
              <span className="flex min-w-0 grow items-center gap-x-1.5">
                <ChannelIcon aria-hidden="true" className="size-3.5 shrink-0 text-stone" />
                <span className="sr-only">{by}: </span>
                <span className="min-w-0 truncate">{title}</span>
              </span>
              <span className="text-stone lg:hidden">{when}</span>
            </span>
            <span className="block truncate text-stone">{preview}</span>
          </span>
          <span className="line-clamp-3 text-stone max-lg:hidden">{when}</span>
          <span className="max-lg:col-start-3 max-lg:row-start-1">
            <span
              className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-medium whitespace-nowrap ${look}`}
            >
              <Icon aria-hidden="true" className="size-3.5" />
              {word}
            </span>
          </span>
        </button>
        <div className="flex empty:hidden max-lg:pb-2.5 max-lg:pl-9 lg:w-30 lg:justify-end lg:empty:block">
          {children}
        </div>
      </div>
      {isOpen && <div className="border-t border-line bg-ivory/60 p-4 lg:pl-10">{details}</div>}
    </li>
  );
}
