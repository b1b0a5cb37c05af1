import type { HistoryEntry } from '../../../src/contracts/history/history.ts';
import type { ToldBefore, Undone } from '../../../src/contracts/history/undo.ts';
import { type SalonDate, salonDate } from '../../../src/salon/salon-time.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { type CommandAnswer, doneDays } from '../data/command.ts';
import { useCommand } from '../data/use-command.ts';
import { instantText, timeText } from '../ui/instant-text.ts';
import { countText } from '../ui/number-text.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { UNDO_ANSWERED, UNDO_ENTRY } from './undo-commands.ts';
import { undoneText } from './undone-text.ts';

const WAYS: Readonly<Record<ToldBefore['channel'], string>> = { sms: 'text', email: 'mail' };

/**
 * Tells staff of messages that have left: `The customer was told by text at 3:10 PM, so please call them.`
 *
 * @param timeOf such as `at 3:10 PM`
 */
export function toldBefore(told: readonly ToldBefore[], timeOf: (iso: string) => string): string | undefined {
  if (told.length === 0) return undefined;
  const ways = told.map(({ channel, at }) => `by ${WAYS[channel]} ${timeOf(at)}`);
  const isCertain = told.some(({ is_certain }) => is_certain);
  const areToldAgain = told.every(({ is_followed_up }) => is_followed_up);
  const next = areToldAgain ? '. They hear of the undo in the same way.' : ', so please call them.';
  return `The customer ${isCertain ? 'was' : 'may have been'} told ${ways.join(' and ')}${next}`;
}

const FAILED = 'This can’t be undone';

/** Undoes commands, and tells in a toast what came of it. */
export function useEventUndo() {
  const { send: sendEntry, busy } = useCommand(UNDO_ENTRY);
  const { send: sendAnswered } = useCommand(UNDO_ANSWERED);
  const { time_zone } = useSalon();
  const today = useSalonToday();

  async function toastUndone(undone: Promise<Undone & { readonly text: string }>) {
    try {
      const { told, text, ends_at } = await undone;
      toastSuccess(
        ends_at === undefined
          ? `Undone: ${text}`
          : `Undone. Its time after ${ends_at} is taken, so it ends there now.`,
        toldBefore(told, (iso) =>
          salonDate(new Date(iso), time_zone) === today
            ? `at ${timeText(iso, time_zone)}`
            : `on ${instantText(iso, time_zone)}`,
        ),
      );
    } catch (error) {
      toastFailure(error, FAILED);
    }
  }

  /** Undoes what an entry of a history tells of. @param text what was undone, for the toast */
  const undo = ({ id, thing }: Pick<HistoryEntry, 'id' | 'thing'>, text: string) =>
    toastUndone(sendEntry({ thing, eventId: id }).then((undone) => ({ ...undone, text })));

  /** A toast's button that undoes the command that was answered with this position. */
  function undoButton(
    kind: HistoryEntry['thing']['kind'],
    id: string,
    { position }: Pick<CommandAnswer, 'position'>,
  ) {
    async function send() {
      const undone = await sendAnswered({ thing: { kind, id }, position });
      const isOfSeveralDays = kind === 'hours' && undone.event_ids.length > 1;
      return {
        ...undone,
        text: isOfSeveralDays ? 'Opening hours changed' : undoneText(undone.entry, today),
      };
    }
    return { label: 'Undo', onClick: () => void toastUndone(send()) };
  }

  /** The same for a command about a day, or about several: each that was done is undone. */
  function undoDaysButton(date: SalonDate, answer: CommandAnswer) {
    const { days } = answer;
    if (!days || days.length === 1) return undoButton('day', days?.[0]?.date ?? date, answer);
    async function undoEach() {
      let count = 0;
      try {
        for (const day of doneDays(answer)) {
          await sendAnswered({ thing: { kind: 'day', id: day.date }, position: day.position });
          count += 1;
        }
        toastSuccess(`Undone on ${countText(count, 'day')}`);
      } catch (error) {
        toastFailure(error, count === 0 ? FAILED : `Undone on ${countText(count, 'day')} only`);
      }
    }
    return { label: 'Undo', onClick: () => void undoEach() };
  }

  return { undo, undoButton, undoDaysButton, busy };
}
