import { TriangleAlert } from 'lucide-react';
import { KIND_WORDS } from '../../../src/contracts/messages/message-words.ts';
import type { UsualTexts } from '../../../src/contracts/messages/usual-texts.ts';
import { charactersBeyondGsm } from '../../../src/salon/beyond-gsm.ts';
import { smsLength } from '../../../src/salon/sms-length.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { whenText } from '../bookings/booking-text.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { textLength } from '../ui/form/text-message-area.tsx';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { USUAL_TEXTS } from './queries.ts';

/** The salon's usual texts as customers get them, each with its length. */
export function UsualTextsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, reload } = useAdminQuery(USUAL_TEXTS, 'now');
  const today = useSalonToday();
  return (
    <Dialog
      title="Texts"
      description={data && `For example on ${whenText(data.appointment, today)}`}
      isReading
      onClose={onClose}
    >
      {error && !data && <FailedState what="Failed to load the texts" error={error} onRetry={reload} />}
      {!data && !error && <RowsSkeleton label="Loading the texts..." />}
      {data && (
        <ul className="space-y-5">
          {data.texts.map((text) => (
            <UsualText key={text.kind} {...text} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function UsualText({ kind, text }: UsualTexts['texts'][number]) {
  const beyond = charactersBeyondGsm(text);
  const isDear = smsLength(text).parts > 1 || beyond.length > 0;
  return (
    <li>
      <h3 className="pb-1.5 font-sans text-sm font-semibold tracking-normal">{KIND_WORDS[kind]}</h3>
      <blockquote className="rounded-md bg-sand px-3.5 py-2.5 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
      <p
        className={`flex items-center gap-1.5 pt-1.5 text-xs tabular-nums ${isDear ? 'font-medium text-warn' : 'text-stone'}`}
      >
        {isDear && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />}
        <span>
          {textLength(text)}
          {beyond.length > 0 && ` (${beyond.join(' ')})`}
        </span>
      </p>
    </li>
  );
}
