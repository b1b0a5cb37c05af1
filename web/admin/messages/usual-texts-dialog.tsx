import { KIND_WORDS } from '../../../src/contracts/messages/message-words.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { whenText } from '../bookings/booking-text.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { TextPreview } from '../ui/form/text-preview.tsx';
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
          {data.texts.map(({ kind, text }) => (
            <li key={kind}>
              <h3 className="pb-1.5 font-sans text-sm font-semibold tracking-normal">{KIND_WORDS[kind]}</h3>
              <TextPreview text={text} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
