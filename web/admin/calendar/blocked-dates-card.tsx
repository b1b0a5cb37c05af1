import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { addSalonDays, isSalonDate, type SalonDate } from '../../../src/salon/salon-time.ts';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import { CALENDAR } from '../bookings/queries.ts';
import { useServerState } from '../data/server-state-context.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { AdminButton } from '../ui/button.tsx';
import { AdminField } from '../ui/form/field.tsx';
import { showErrors } from '../ui/form/show-errors.ts';
import { dayText, recordDay } from '../ui/moment-text.ts';
import { FailedState } from '../ui/states.tsx';
import { commandFailure } from '../ui/toast-failure.ts';
import { type Acknowledged, useAcknowledged } from './affected/use-acknowledged.tsx';
import { BLOCK_DATE, UNBLOCK_DATE } from './commands.ts';
import { BLOCKED_DATES } from './queries.ts';

const ID = 'blocked-dates';

/** How many days can be blocked at once. */
const MOST_DAYS = 60;

/** What is wrong with the last day of a range; undefined if nothing is, or for a single day. */
function untilProblem(date: string, until: string): string | undefined {
  if (until === '' || !isSalonDate(date)) return undefined;
  if (until < date) return '“Until” lies before “Date”.';
  return until > addSalonDays(date, MOST_DAYS - 1) ? `At most ${MOST_DAYS} days at once.` : undefined;
}

/** `Thu, Dec 3`, or `Fri, Jan 1, 2027` of another year: the weekday matters for a day that is closed. */
const listedDay = (date: SalonDate, today: SalonDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? dayText(date, today) : recordDay(date);

/** Dates on which nothing can be booked, from today on. */
export function BlockedDatesCard({ today }: { today: SalonDate }) {
  const { data: dates, error, reload } = useAdminQuery(BLOCKED_DATES, { from: today });
  const blocking = useCommand(BLOCK_DATE);
  const removing = useCommand(UNBLOCK_DATE);
  const { undoButton } = useEventUndo();
  const { ask, run, dialog } = useAcknowledged();
  const state = useServerState();
  const [date, setDate] = useState('');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with each navigation, also one to the same address.
  useEffect(() => {
    if (hash === `#${ID}`) form.current?.querySelector('input')?.focus();
  }, [hash, key]);

  const wrongUntil = untilProblem(date, until);
  const send = (day: SalonDate, acknowledged: Acknowledged) =>
    blocking.send({ date: day, reason, ...acknowledged });

  /** @param undo the toast's button */
  function done(count: number, undo?: ReturnType<typeof undoButton>) {
    const title = count === 1 ? 'Date blocked successfully' : `${count} dates blocked successfully`;
    toastSuccess(title, undefined, undo);
    setDate('');
    setUntil('');
    setReason('');
    setTried(false);
  }

  async function addOne() {
    const change = { question: `Block ${dayText(date, today)}?`, verb: 'Block' };
    const answer = await run(change, (acknowledged) => send(date, acknowledged));
    if (answer) done(1, undoButton('day', date, answer));
  }

  async function addSeveral() {
    const { blockDays } = await import('./block-days.ts');
    const days = { from: date, to: until };
    const { body: calendar } = await state.load(
      CALENDAR.about(days),
      new AbortController().signal,
      (options) => CALENDAR.load(days, options),
    );
    const { count, failed } = await blockDays({ calendar, today, ask, run, send });
    if (failed) {
      // The remaining days can be tried again.
      setDate(failed.date);
      toastError('Failed to block date', `${dayText(failed.date, today)}: ${commandFailure(failed.error)}`);
    } else if (count > 0) done(count);
    else if (calendar.days.every(({ blocked }) => blocked)) {
      toastError('Failed to block date', 'These dates are already blocked.');
    }
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    if (date === '' || reason.trim() === '' || wrongUntil)
      return showErrors(form.current, () => setTried(true));
    if (busy) return;
    setBusy(true);
    try {
      await (until === '' || until === date ? addOne() : addSeveral());
    } catch (failure) {
      toastError('Failed to block date', commandFailure(failure));
    } finally {
      setBusy(false);
    }
  }

  async function remove(
    one: { id: string; blocked_date: SalonDate; version: number },
    row: HTMLLIElement | null,
  ) {
    // The focus goes to the row and not to its button: a key that is held down would remove one after the other.
    const next =
      row?.nextElementSibling ?? row?.previousElementSibling ?? form.current?.querySelector('input');
    if (next instanceof HTMLElement) next.focus();
    try {
      const answer = await removing.send({ id: one.id, date: one.blocked_date }, one.version);
      toastSuccess('Blocked date removed', undefined, undoButton('day', one.blocked_date, answer));
    } catch (failure) {
      toastError('Failed to remove blocked date', commandFailure(failure));
    }
  }

  return (
    <section aria-labelledby={ID} className="rounded-md border border-line bg-panel p-4 text-sm print:hidden">
      <h2 id={ID} className="pb-3 font-sans text-sm font-semibold tracking-normal">
        Blocked Dates
      </h2>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <form
          ref={form}
          noValidate
          onSubmit={add}
          className="grid content-start items-start gap-3 sm:grid-cols-[10rem_10rem_1fr]"
        >
          <AdminField
            label="Date"
            type="date"
            required
            min={today}
            value={date}
            error={tried && date === '' ? 'Please choose a date.' : undefined}
            onChange={({ target }) => setDate(target.value)}
          />
          <AdminField
            label="Until"
            type="date"
            min={date || today}
            value={until}
            error={wrongUntil}
            onChange={({ target }) => setUntil(target.value)}
          />
          <AdminField
            label="Reason"
            className="sm:col-span-2 sm:col-start-1"
            required
            maxLength={500}
            autoComplete="off"
            placeholder="Holiday"
            value={reason}
            error={tried && reason.trim() === '' ? 'Please enter a reason for blocking the date.' : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
          <AdminButton type="submit" look="primary" busy={busy} className="sm:mt-6 sm:justify-self-start">
            Block Date
          </AdminButton>
        </form>
        {error && !dates ? (
          <FailedState what="Failed to load blocked dates" error={error} onRetry={reload} />
        ) : dates?.length === 0 ? (
          <p className="text-stone lg:pt-7">No date is blocked.</p>
        ) : (
          <ul className="max-h-56 divide-y divide-line overflow-y-auto">
            {dates?.map((one) => (
              <li
                key={one.id}
                tabIndex={-1}
                className="flex min-h-11 items-center gap-4 px-2 focus-visible:-outline-offset-2"
              >
                <span className="min-w-28 shrink-0 font-medium whitespace-nowrap tabular-nums">
                  {listedDay(one.blocked_date, today)}
                </span>
                <span className="min-w-0 flex-1 truncate text-stone">{one.reason}</span>
                <AdminButton
                  look="quiet"
                  aria-label={`Remove ${listedDay(one.blocked_date, today)}`}
                  onClick={({ currentTarget }) => remove(one, currentTarget.closest('li'))}
                >
                  Remove
                </AdminButton>
              </li>
            ))}
          </ul>
        )}
      </div>
      {dialog}
    </section>
  );
}
