import { useMemo } from 'react';
import type { CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { toastError } from '../../ui/toast/toast.tsx';
import type { ChosenTime } from './grid/time-grid.tsx';
import type { Move } from './use-moves.ts';

/** What the grid's gestures lead to. */
export interface GridActions {
  readonly onOpen: (id: string) => void;
  readonly onMove: (booking: CalendarBooking, from: SalonDate, to: ChosenTime) => void;
  readonly onCreate?: ((time: ChosenTime, isMarked: boolean) => void) | undefined;
  readonly onRefused: (reason: string) => void;
}

export function useGridActions({
  open,
  ask,
  create,
}: {
  open: (id: string) => void;
  ask: (move: Move) => void;
  create?: (time: ChosenTime, isMarked: boolean) => void;
}): GridActions {
  return useMemo(
    () => ({
      onOpen: open,
      onMove: (booking, from, { date, start, isOutsideHours }) =>
        ask({
          booking,
          version: booking.version,
          from: { date: from, start: booking.start, isOutsideHours: booking.outside_hours },
          to: { date, start, isOutsideHours },
        }),
      onCreate: create,
      onRefused: (reason) => toastError('Nothing was changed', reason),
    }),
    [open, ask, create],
  );
}
