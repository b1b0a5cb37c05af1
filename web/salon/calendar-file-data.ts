import { requestFile } from '../api.ts';

/** The appointment as a calendar file, as it stands at `after` or later when that position is given. */
export const fetchCalendarFile = (token: string, after: string | undefined) =>
  requestFile('/api/manage/calendar.ics', { query: { after }, token });
