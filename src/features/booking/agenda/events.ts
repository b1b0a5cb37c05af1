import { z } from 'zod';
import { type EventOf, personal } from '../../../eventsourcing/event-types.ts';

const minutes = z.int().min(0).max(1440);
const instant = z.iso.datetime();

/** `agenda-<yyyy-MM-dd>`: one salon day, the only place where time is given out. */
export const AGENDA = 'agenda';
export const agendaStream = (date: string): string => `${AGENDA}-${date}`;
export const dateOfAgenda = (stream: string): string => stream.slice(AGENDA.length + 1);

export const agendaEventTypes = {
  SlotTaken: {
    schemaVersion: 1,
    data: z.strictObject({
      slotId: z.guid(),
      bookingId: z.guid(),
      start: minutes,
      end: minutes,
      /** The wizard's hold that became this slot. */
      fromHold: z.guid().optional(),
    }),
  },
  SlotReleased: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid(), bookingId: z.guid() }) },
  SlotHeld: {
    schemaVersion: 1,
    data: z.strictObject({ holdId: z.guid(), start: minutes, end: minutes, expiresAt: instant }),
  },
  SlotHoldDropped: { schemaVersion: 1, data: z.strictObject({ holdId: z.guid() }) },
  DateBlocked: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: personal({ reason: z.string().max(500) }) }),
  },
  DateUnblocked: { schemaVersion: 1, data: z.strictObject({ blockId: z.guid() }) },
};

export type AgendaEvent = EventOf<typeof agendaEventTypes>;
