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

const windowsOf = ({
  resource,
  windows,
  off = [],
}: Extract<AgendaEvent, { type: 'DayHoursSet' }>['data']): Fields => {
  const shown = [...windows, ...off].sort((a, b) => a.start - b.start);
  return {
    windows:
      shown.length === 0
        ? resource === undefined
          ? 'Closed'
          : 'None'
        : shown.map((one) => {
            const range = `${formatTime(one.start)} – ${formatTime(one.end)}`;
            return off.includes(one) ? `${range} (off)` : range;
          }),
  };
};

/** A day of the calendar: its block, its own hours, and each slot, hold and blocked time by its id. */
export const tellAgenda: Tell<AgendaEvent> = (event, before, names) => {
  const ofStylist = (resource: string | undefined): Fields =>
    resource === undefined ? {} : names.stylist(resource);
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
      const { reason: _, ...named } = before(blockId);
      if (named.start_time === undefined) return { key: BLOCK, fields: { blocked: true, ...reason } };
      return { key: blockId, fields: { ...named, ...reason }, named };
    }
    case 'DateUnblocked':
      return { key: BLOCK, fields: { blocked: false } };
    case 'TimeBlocked': {
      const { blockId, resource, personal } = event.data;
      const named = { ...clocksOf(event.data), ...ofStylist(resource) };
      const reason = personal === ERASED ? {} : { reason: personal.reason };
      return { key: blockId, fields: { ...named, ...reason }, named };
    }
    case 'BlockedTimeMoved': {
      const { blockId } = event.data;
      const [was, is] = [before(blockId), clocksOf(event.data)];
      // People recognize the block by both times, so the one that didn't change is named too.
      const same = Object.entries(is).filter(([field, time]) => was[field] === time);
      const named = {
        ...Object.fromEntries(same),
        ...('stylist' in was && { stylist: was.stylist ?? null }),
      };
      return { key: blockId, fields: { ...was, ...is }, named };
    }
    case 'TimeUnblocked': {
      const { blockId } = event.data;
      const { reason: _, ...named } = before(blockId);
      return { key: blockId, named: { start_time: null, end_time: null, ...named } };
    }
    case 'DayHoursSet':
      return {
        key: hoursKey(event.data.resource),
        fields: windowsOf(event.data),
        named: ofStylist(event.data.resource),
      };
    case 'DayHoursCleared':
      return { key: hoursKey(event.data.resource), fields: {}, named: ofStylist(event.data.resource) };
  }
};
