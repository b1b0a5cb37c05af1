import { expect } from 'vitest';
import { Calendar } from '../../../src/contracts/bookings/calendar.ts';
import { Day } from '../../../src/contracts/salon/admin-days.ts';
import type { TestSalon } from '../server/server.ts';
import type { StaffApi } from './staff-api.ts';

/** Single dates as staff and visitors see them once the read models have reached a position. */
export const daysOf = (salon: () => TestSalon, staff: () => StaffApi) => ({
  async day(date: string, position: string) {
    const answer = await staff().get(`/api/admin/days/${date}?after=${position}`);
    expect(answer.status, answer.text).toBe(200);
    return { ...Day.parse(answer.json), etag: answer.headers.etag };
  },

  /** @param more of the query, such as `&at=…` */
  async calendarDay(date: string, position: string, more = '') {
    const query = `from=${date}&to=${date}&after=${position}${more}`;
    const answer = await staff().get(`/api/admin/calendar?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return Calendar.parse(answer.json).days[0];
  },

  async free(date: string, position: string) {
    const query = `date=${date}&services=scalp-treatment&after=${position}`;
    const answer = await salon().get(`/api/availability?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as { readonly slots: readonly string[]; readonly closed: boolean };
  },

  /** Books half an hour, and waits until the read models know of it. */
  async booked(appointment_date: string, appointment_time: string) {
    const booking = await salon().booked({ appointment_date, appointment_time });
    await staff().get(`/api/admin/bookings/${booking.id}?after=${booking.position}`);
    return booking;
  },
});
