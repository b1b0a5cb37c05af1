import { ChevronRight, RotateCw } from 'lucide-react';
import type { AdminMessage } from '../../../../src/contracts/messages.ts';
import { useIsFresh } from '../../../admin/live/live-store.ts';
import { AdminButton } from '../../../admin/ui/button.tsx';
import { useMomentText } from '../../../salon/moment.ts';
import { MessageDetails } from './message-details.tsx';
import { topicOfMessage } from './server.ts';
import { aboutOf, CHANNELS, lookOf, subjectOf, toText } from './words.ts';

/** One message on a line, which opens to all about it; on a phone on several lines. */
export function MessageItem({
  message,
  isOpen,
  isPaused,
  onToggle,
  onResend,
}: {
  message: AdminMessage;
  isOpen: boolean;
  isPaused: boolean;
  onToggle: () => void;
  onResend: () => void;
}) {
  const { channel, to, text, at, status, can_resend, was_resent, explanation } = message;
  const momentText = useMomentText();
  const isFresh = useIsFresh(topicOfMessage(message));
  const { word: by, icon: ChannelIcon } = CHANNELS[channel];
  const { word, icon: Icon, look } = lookOf(status);
  const name = aboutOf(message);
  return (
    <li className={`transition-colors duration-500 ${isFresh ? 'bg-warn-tint' : ''}`}>
      <div className="flex items-center gap-2 hover:bg-sand/60 max-lg:flex-wrap lg:pr-3">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="grid min-h-11 min-w-0 flex-1 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 py-2 pr-3 pl-3 text-left text-xs tabular-nums focus-visible:-outline-offset-2 max-lg:basis-full lg:grid-cols-[1rem_minmax(0,13rem)_minmax(0,1fr)_9.5rem_7rem] lg:gap-x-3 lg:pr-0"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 text-stone transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0">
            <span className="block truncate font-medium max-lg:text-sm">{name}</span>
            {to && <span className="block truncate text-stone max-lg:hidden">{toText(message)}</span>}
          </span>
          <span className="min-w-0 max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2">
            <span className="flex gap-x-3">
              <span className="flex min-w-0 flex-1 items-center gap-x-1.5">
                <ChannelIcon aria-hidden="true" className="size-3.5 shrink-0 text-stone" />
                <span className="sr-only">{by}: </span>
                <span className="min-w-0 truncate">{subjectOf(message)}</span>
              </span>
              <span className="text-stone whitespace-nowrap lg:hidden">{momentText(at)}</span>
            </span>
            <span className="block truncate text-stone">{text ?? explanation}</span>
          </span>
          <span className="truncate text-stone max-lg:hidden">{momentText(at)}</span>
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
          {can_resend ? (
            <AdminButton
              aria-label={`Send again to ${name}`}
              className="min-h-8! px-2.5! text-xs! pointer-coarse:min-h-11!"
              disabled={isPaused}
              title={isPaused ? 'Messages are paused.' : undefined}
              onClick={onResend}
            >
              <RotateCw aria-hidden="true" className="size-3.5" />
              Send again
            </AdminButton>
          ) : (
            was_resent && <span className="text-xs text-stone">Sent again</span>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="border-t border-line bg-ivory/60 p-4 lg:pl-10">
          <MessageDetails message={message} />
        </div>
      )}
    </li>
  );
}
