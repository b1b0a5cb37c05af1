import type { BookingTerms } from '../../../src/features/booking/agenda/checks.ts';
import {
  type AgendaCommand,
  agendaDecider,
  type WantedTime,
} from '../../../src/features/booking/agenda/decider.ts';
import type { AgendaEvent } from '../../../src/features/booking/agenda/events.ts';
import type { Stretch } from '../../../src/salon/parts.ts';
import type { Interval } from '../../../src/salon/slots.ts';
import type { StartRules } from '../../../src/salon/starts.ts';
import { specOf } from '../log/decider-spec.ts';
import { USUAL_STARTS } from '../salon/usual-starts.ts';

/** Facts for the tests of a salon day: one booking of mine, one of theirs, a hold and a block. */
export const { given } = specOf(agendaDecider);

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const [SLOT, OTHER_SLOT, MINE, THEIRS, HOLD, BLOCK] = [id(1), id(2), id(11), id(12), id(21), id(31)];

export const timeZone = 'America/Los_Angeles';
/** Friday, 10:00 in the salon. */
export const now = new Date('2026-11-20T18:00:00Z');
export const date = '2026-11-24';
export const clock = { date, timeZone, now };
const windows = [{ start: 540, end: 1260 }];
/** Terms for visitors, by the usual rules about starts or others. */
export const openFor = (windows: readonly Interval[], rules: Partial<StartRules> = {}): BookingTerms => ({
  kind: 'public',
  windows,
  rules: { ...USUAL_STARTS, ...rules },
});
export const open: BookingTerms = openFor(windows);
export const staff: BookingTerms = { kind: 'staff', windows, rules: USUAL_STARTS };
export const move: BookingTerms = { kind: 'move' };

/** A time that is wanted of one stylist, in the salon's hours. */
export const wanting = ({ start, end, parts }: Stretch): Pick<WantedTime, 'candidates' | 'choice'> => ({
  candidates: [{ start, end, ...(parts && { parts }), ownWindows: null }],
  choice: 'in_order',
});

export type TakeSlot = Extract<AgendaCommand, { kind: 'TakeSlot' }>;
export const take = ({
  start = 600,
  end = 660,
  parts,
  ...different
}: Partial<TakeSlot & Stretch> = {}): TakeSlot => ({
  kind: 'TakeSlot',
  slotId: SLOT,
  bookingId: MINE,
  ...wanting({ start, end, parts }),
  terms: open,
  clock,
  ...different,
});

export type HoldSlot = Extract<AgendaCommand, { kind: 'HoldSlot' }>;
export const hold = ({
  start = 600,
  end = 660,
  parts,
  ...different
}: Partial<HoldSlot & Stretch> = {}): HoldSlot => ({
  kind: 'HoldSlot',
  holdId: HOLD,
  ...wanting({ start, end, parts }),
  expiresAt: '2026-11-20T18:10:00Z',
  terms: open,
  clock,
  ...different,
});
export const taken = (slotId = SLOT, bookingId = MINE, start = 600, end = 660): AgendaEvent => ({
  type: 'SlotTaken',
  data: { slotId, bookingId, start, end },
});
export const released = (slotId = SLOT, bookingId = MINE): AgendaEvent => ({
  type: 'SlotReleased',
  data: { slotId, bookingId },
});
export const held = (start = 600, end = 660, expiresAt = '2026-11-20T18:10:00Z'): AgendaEvent => ({
  type: 'SlotHeld',
  data: { holdId: HOLD, start, end, expiresAt },
});
export const blocked: AgendaEvent = {
  type: 'DateBlocked',
  data: { blockId: BLOCK, personal: { reason: 'Holiday' } },
};
export const unblocked: AgendaEvent = { type: 'DateUnblocked', data: { blockId: BLOCK } };

/** A lunch of an hour from noon. */
export const LUNCH = { start: 720, end: 780 };
export const timeBlocked = (
  blockId = BLOCK,
  time = LUNCH,
  more: { seriesId?: string } = {},
): AgendaEvent => ({
  type: 'TimeBlocked',
  data: { blockId, ...time, ...more, personal: { reason: 'Lunch' } },
});
export const blockMoved = (start: number, end: number, blockId = BLOCK): AgendaEvent => ({
  type: 'BlockedTimeMoved',
  data: { blockId, start, end },
});
export const timeUnblocked = (blockId = BLOCK): AgendaEvent => ({ type: 'TimeUnblocked', data: { blockId } });
export const hoursSet = (...windows: readonly (readonly [start: number, end: number])[]): AgendaEvent => ({
  type: 'DayHoursSet',
  data: { windows: windows.map(([start, end]) => ({ start, end })) },
});
export const hoursCleared: AgendaEvent = { type: 'DayHoursCleared', data: {} };
