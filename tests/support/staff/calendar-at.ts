import { expect } from 'vitest';
import { Calendar } from '../../../src/contracts/bookings/calendar.ts';
import {
  type CalendarChange,
  listCalendarChanges,
} from '../../../src/contracts/bookings/calendar-changes.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import type { StaffApi } from './staff-api.ts';

export interface Days {
  readonly from: SalonDate;
  readonly to: SalonDate;
}

/** The calendar as staff see it, by its query. */
export async function calendarOf(
  staff: StaffApi,
  query: Days & { readonly at?: string; readonly as_of?: string; readonly after?: string },
): Promise<Calendar> {
  const answer = await staff.get(`/api/admin/calendar?${new URLSearchParams({ ...query })}`);
  expect(answer.status, answer.text).toBe(200);
  return Calendar.parse(answer.json);
}

/** All changes of some days, the newest first. */
export async function changesOf(
  staff: StaffApi,
  days: Days & { readonly after?: string },
): Promise<readonly CalendarChange[]> {
  const all: CalendarChange[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ ...days, ...(cursor && { cursor }) });
    const answer = await staff.get(`/api/admin/calendar/moments?${query}`);
    expect(answer.status, answer.text).toBe(200);
    const { moments, next_cursor } = listCalendarChanges.answer.body.parse(answer.json);
    all.push(...moments);
    cursor = next_cursor;
  }
  return all;
}

/** The log's facts about the days: without the moment, and without personal data, which is never of the past. */
export const factsOf = ({ days, resources }: Calendar) => ({
  resources,
  days: days.map(({ bookings, blocks, ...day }) => ({
    ...day,
    blocks: blocks.map(({ reason: _, ...block }) => block),
    bookings: bookings.map(
      ({ customer_name: _1, customer_phone: _2, notes: _3, is_deleted: _4, ...facts }) => facts,
    ),
  })),
});

export const bookingsIn = ({ days }: Calendar) => days.flatMap(({ bookings }) => bookings);
