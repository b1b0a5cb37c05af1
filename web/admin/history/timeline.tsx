import { Bot, ChevronRight, CircleUser, type LucideIcon, UserRound } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { HistoryChange, HistoryEntry } from '../../../src/contracts/history/history.ts';
import { actorWords } from '../../../src/contracts/history/history-words.ts';
import { salonDate } from '../../../src/salon/salon-time.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { AdminButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { exactInstantText, recordDay, recordInstant } from '../ui/instant-text.ts';
import { calendarThen } from './calendar-then.ts';
import type { ShownEntry } from './entries-with-bookings.ts';
import { causeText, entryText, fieldText, hoursChange, shownChanges, valueText } from './history-text.ts';
import { undoneText } from './undone-text.ts';
import { useEventUndo } from './use-event-undo.ts';

const ICONS: Readonly<Record<HistoryEntry['actor']['kind'], LucideIcon>> = {
  customer: UserRound,
  admin: CircleUser,
  system: Bot,
};

/** The entries of a history, the newest first: what happened, when, by whom, and what it changed. */
export function Timeline({
  entries,
  below,
}: {
  entries: readonly ShownEntry[];
  /** Renders the part below an entry. */
  below?: (entry: ShownEntry) => ReactNode;
}) {
  return (
    <ol className="relative space-y-4 before:absolute before:inset-y-3 before:left-3 before:w-px before:bg-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} entries={entries} below={below?.(entry)} />
      ))}
    </ol>
  );
}

function Entry({
  entry,
  entries,
  below,
}: {
  entry: ShownEntry;
  entries: readonly ShownEntry[];
  below?: ReactNode;
}) {
  const { at, actor, erased, appointment, undoable } = entry;
  const then = calendarThen(entry, entries);
  const cause = causeText(entry);
  const { time_zone } = useSalon();
  const hours = hoursChange(entry);
  const Icon = ICONS[actor.kind];
  const changes = shownChanges(entry);
  return (
    <li className="relative flex gap-3">
      <span className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line bg-panel text-stone">
        <Icon aria-hidden="true" className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 space-y-1 text-xs">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-sm font-medium">{entryText(entry)}</span>
          <span className="text-stone">
            {actorWords(actor)} ·{' '}
            <time dateTime={at} title={exactInstantText(at, time_zone)} className="whitespace-nowrap">
              {recordInstant(at, time_zone)}
            </time>
          </span>
        </p>
        {cause && <p className="text-stone">{cause}</p>}
        {appointment && (
          <p className="wrap-anywhere">
            {appointment.id === undefined ? (
              appointment.text
            ) : (
              <Link
                to={`/admin/appointments/${appointment.id}`}
                className="underline decoration-brass underline-offset-4"
              >
                {appointment.text}
              </Link>
            )}
          </p>
        )}
        {hours && (
          <p>
            <Changed {...hours} />
          </p>
        )}
        {changes.length > 0 && (
          <ul className="space-y-0.5">
            {changes.map((change) => (
              <li key={change.field} className="wrap-anywhere">
                {entry.thing.kind === 'mail' && change.field === 'text' ? (
                  <Unfolded summary="Text of the mail" text={valueText(change.after, 'text')} />
                ) : change.field === 'consent_text' ? (
                  <Unfolded summary="Agreed to texts" text={valueText(change.after, 'consent_text')} />
                ) : (
                  <ChangedField {...change} />
                )}
              </li>
            ))}
          </ul>
        )}
        {erased && <p className="text-stone">Names and texts of it were erased.</p>}
        {below}
        {(then || undoable) && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {then && (
              <Link
                to={then}
                className="inline-flex min-h-6 items-center text-stone underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
              >
                The calendar then<span className="sr-only"> after: {entryText(entry)}</span>
              </Link>
            )}
            {undoable && <UndoButton entry={entry} entries={entries} />}
          </div>
        )}
      </div>
    </li>
  );
}

/** Undoes an entry. If it is of an earlier day, that is asked about first, since an undo isn't undone. */
function UndoButton({ entry, entries }: ComponentProps<typeof Entry>) {
  const { undo: send, busy } = useEventUndo();
  const { time_zone } = useSalon();
  const today = useSalonToday();
  const [isAsked, setAsked] = useState(false);
  const day = salonDate(new Date(entry.at), time_zone);
  const undo = () => send(entry, undoneText(entry, today, entries));
  return (
    <>
      <AdminButton
        aria-label={`Undo: ${entryText(entry)}`}
        busy={busy}
        onClick={() => (day < today ? setAsked(true) : undo())}
        isSmall
        className="min-h-7! pointer-coarse:min-h-11! print:hidden"
      >
        Undo
      </AdminButton>
      {isAsked && (
        <ConfirmDialog
          title={`Undo “${entryText(entry)}” of ${recordDay(day)}?`}
          question={`${entry.appointment ? `${entry.appointment.text}. ` : ''}By ${actorWords(entry.actor)}. An undo is final.`}
          confirm="Undo"
          keep="Leave it"
          look="primary"
          onConfirm={undo}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function ChangedField({ field, before, after }: HistoryChange) {
  const { time_zone } = useSalon();
  const textOf = (value: HistoryChange['after']) =>
    field === 'expires_at' && typeof value === 'string'
      ? recordInstant(value, time_zone)
      : valueText(value, field);
  return <Changed label={fieldText(field)} was={textOf(before)} is={textOf(after)} />;
}

function Changed({ label, was, is }: { label: string; was: string; is: string }) {
  return (
    <>
      <span className="text-stone">{label}: </span>
      {was && was !== is && (
        <>
          <s className="text-stone">{was}</s>
          <span aria-hidden="true"> → </span>
          <span className="sr-only">became</span>{' '}
        </>
      )}
      {is || 'none'}
    </>
  );
}

/** A long text that can be expanded below its summary. */
function Unfolded({ summary, text }: { summary: string; text: string }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 text-stone pointer-coarse:min-h-11">
        <ChevronRight aria-hidden="true" className="size-3.5 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      <blockquote className="mt-1 max-w-md rounded-md bg-sand px-3.5 py-2.5 whitespace-pre-line">
        {text}
      </blockquote>
    </details>
  );
}
