import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { AgendaEvent } from '../../../src/features/booking/agenda/events.ts';
import { formatTime } from '../../../src/salon/salon-time.ts';
import type { Interval } from '../../../src/salon/slots.ts';
import type { Fields, Tell } from './fields.ts';

const timesOf = ({ start, end }: Interval): Fields => ({
  appointment_time: formatTime(start),
  end_time: formatTime(end),
});

const BLOCK = 'block';

/** A day of the calendar: its block, and each slot and hold by its id. */
export const tellAgenda: Tell<AgendaEvent> = (event, before) => {
  switch (event.type) {
    case 'SlotTaken': {
      const { slotId, bookingId } = event.data;
      const named = { ...timesOf(event.data), booking_id: bookingId };
      return { key: slotId, fields: named, named };
    }
    case 'SlotReleased':
      return { key: event.data.slotId, named: before(event.data.slotId) };
    case 'SlotHeld': {
      const { holdId, expiresAt } = event.data;
      const named = timesOf(event.data);
      return { key: holdId, fields: named, named, besides: { expires_at: expiresAt } };
    }
    case 'SlotHoldDropped':
      return { key: event.data.holdId, named: before(event.data.holdId) };
    case 'DateBlocked':
    case 'BlockReasonChanged': {
      const { personal } = event.data;
      return {
        key: BLOCK,
        fields: { blocked: true, ...(personal !== ERASED && { reason: personal.reason }) },
      };
    }
    case 'DateUnblocked':
      return { key: BLOCK, fields: { blocked: false } };
  }
};
