import type { SalonDate } from '../../../salon/salon-time.ts';
import type { BookingStreams } from '../appointment/decider.ts';
import { bookingStream } from '../appointment/events.ts';
import type { AgendaStreams } from './decider.ts';
import { agendaStream } from './events.ts';

/** Reads from the log which of the slots that are taken on these dates belong to completed visits. */
export const createCompletedSlots =
  ({ agendas, bookings }: { readonly agendas: AgendaStreams; readonly bookings: BookingStreams }) =>
  async (dates: readonly SalonDate[]): Promise<ReadonlySet<string>> => {
    const completed = new Set<string>();
    for (const date of dates) {
      const taken = await agendas.read(agendaStream(date), ({ state }) =>
        [...state.taken].map(([slotId, { bookingId }]) => ({ slotId, bookingId })),
      );
      for (const { slotId, bookingId } of taken) {
        const isCompleted = await bookings.read(
          bookingStream(bookingId),
          ({ state }) => state.status === 'completed' && state.slot.slotId === slotId,
        );
        if (isCompleted) completed.add(slotId);
      }
    }
    return completed;
  };
