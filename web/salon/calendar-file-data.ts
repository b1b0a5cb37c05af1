import { requestFile } from '../api.ts';

/** The appointment as a calendar file, at least as new as the position `after` when that is given. */
export const fetchCalendarFile = (token: string, after: string | undefined) =>
  requestFile('/api/manage/calendar.ics', { query: { after }, token });
