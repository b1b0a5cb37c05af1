import { useMemo } from 'react';
import type { CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { toastError } from '../../ui/toast/toast.tsx';
import type { useBlockedTimes } from './blocked/use-blocked-times.tsx';
import type { ChosenTime, RefusedTime } from './grid/time-grid.tsx';
import { NOT_CHANGED } from './plan/calendar-text.ts';
import type { DayBlock } from './plan/columns.ts';
import type { Move } from './use-moves.ts';

/** What the grid's gestures lead to. */
export interface GridActions {
  readonly onOpen: (id: string) => void;
  readonly onMove: (
    booking: CalendarBooking,
    from: SalonDate,
    to: Pick<ChosenTime, 'date' | 'start' | 'isOutsideHours'>,
  ) => void;
  readonly onCreate?: ((time: ChosenTime, isMarked: boolean) => void) | undefined;
  readonly onBlock?: ((time: ChosenTime) => void) | undefined;
  readonly onOpenBlock?: ((block: DayBlock) => void) | undefined;
  readonly onRefused: (refused: RefusedTime) => void;
}

export function useGridActions({
  open,
  ask,
  create,
  blockedTimes: { block, open: openBlock },
  explain,
}: {
  open: (id: string) => void;
  ask: (move: Move) => void;
  create: (time: ChosenTime, isMarked: boolean) => void;
  blockedTimes: Pick<ReturnType<typeof useBlockedTimes>, 'block' | 'open'>;
  /** Says why a time can't be had, beyond what the calendar shows. */
  explain: (refused: RefusedTime) => void;
}): GridActions {
  return useMemo(
    () => ({
      onOpen: open,
      onMove: (booking, from, { date, start, isOutsideHours }) =>
        ask({
          booking,
          version: booking.version,
          from: { date: from, start: booking.start },
          to: { date, start, isOutsideHours },
        }),
      onCreate: create,
      onBlock: block,
      onOpenBlock: openBlock,
      onRefused: (refused) => {
        if (!refused.tell) toastError(NOT_CHANGED, refused.reason);
        explain(refused);
      },
    }),
    [open, ask, create, block, openBlock, explain],
  );
}
