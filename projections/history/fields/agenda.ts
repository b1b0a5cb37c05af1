import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { AgendaEvent } from '../../../src/features/booking/agenda/events.ts';
import { clocksOf, formatTime } from '../../../src/salon/salon-time.ts';
import type { Interval } from '../../../src/salon/slots.ts';
import type { Fields, Tell } from './fields.ts';

const timesOf = ({ start, end }: Interval): Fields => ({
  appointment_time: formatTime(start),
  end_time: formatTime(end),
});

const BLOCK = 'block';
/** The salon's own hours of the day, or a stylist's. */
const hoursKey = (stylist: string | undefined): string =>
  stylist === undefined ? 'hours' : `hours ${stylist}`;

const windowsOf = ({ windows, off = [] }: Extract<AgendaEvent, { type: 'DayHoursSet' }>['data']): Fields => {
  const shown = [...windows, ...off].sort((a, b) => a.start - b.start);
  return {
    windows:
      shown.length === 0
        ? 'Closed'
        : shown.map((one) => {
            const range = `${formatTime(one.start)} – ${formatTime(one.end)}`;
            return off.includes(one) ? `${range} (off)` : range;
          }),
  };
};

/** A day of the calendar: its block, its own hours, and each slot, hold and blocked time by its id. */
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
      const { blockId, personal } = event.data;
      const reason = personal === ERASED ? {} : { reason: personal.reason };
      const { start_time, end_time } = before(blockId);
      if (start_time === undefined || end_time === undefined)
        return { key: BLOCK, fields: { blocked: true, ...reason } };
      const named = { start_time, end_time };
      return { key: blockId, fields: { ...named, ...reason }, named };
    }
    case 'DateUnblocked':
      return { key: BLOCK, fields: { blocked: false } };
    case 'TimeBlocked': {
      const { blockId, personal } = event.data;
      const named = clocksOf(event.data);
      const reason = personal === ERASED ? {} : { reason: personal.reason };
      return { key: blockId, fields: { ...named, ...reason }, named };
    }
    case 'BlockedTimeMoved': {
      const { blockId } = event.data;
      const [was, is] = [before(blockId), clocksOf(event.data)];
      // People recognize the block by both times, so the one that didn't change is named too.
      const named = Object.fromEntries(Object.entries(is).filter(([field, time]) => was[field] === time));
      return { key: blockId, fields: { ...was, ...is }, named };
    }
    case 'TimeUnblocked': {
      const { blockId } = event.data;
      const { start_time = null, end_time = null } = before(blockId);
      return { key: blockId, named: { start_time, end_time } };
    }
    case 'DayHoursSet':
      return { key: hoursKey(event.data.resource), fields: windowsOf(event.data) };
    case 'DayHoursCleared':
      return { key: hoursKey(event.data.resource), fields: {} };
  }
};
