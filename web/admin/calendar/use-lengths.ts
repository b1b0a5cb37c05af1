import { useMemo, useState } from 'react';
import type { Calendar } from '../../../src/contracts/bookings/calendar.ts';
import type { Minutes } from '../../../src/salon/time-text.ts';
import { CHANGE_LENGTH } from '../bookings/commands.ts';
import { usePendingInputs } from '../data/use-command.ts';
import type { NewEnd } from './length-dialog.tsx';
import { withEnd } from './with-moved.ts';

/**
 * Changes when appointments end: a dialog asks about each end, and saves it.
 *
 * - `pending` is the one that the dialog asks about
 * - `shown` is the calendar with that end, until it is sent, and with all that are under way
 */
export function useLengths(calendar: Calendar | undefined) {
  const [question, setQuestion] = useState<{ change: NewEnd; sent?: Minutes } | null>(null);
  const underWay = usePendingInputs(CHANGE_LENGTH);
  const pending = question?.change;
  const unsent = question?.sent === undefined ? pending : undefined;
  const shown = useMemo(() => {
    const ends = unsent ? [...underWay, { id: unsent.booking.id, end: unsent.end }] : underWay;
    return calendar && ends.reduce((sofar, { id, end }) => withEnd(sofar, id, end), calendar);
  }, [calendar, underWay, unsent]);
  return {
    pending,
    shown,
    ask: (change: NewEnd) => setQuestion({ change }),
    onSend: (sent: Minutes) => setQuestion((now) => now && { ...now, sent }),
    close: () => setQuestion((now) => (now?.change === pending ? null : now)),
  };
}
