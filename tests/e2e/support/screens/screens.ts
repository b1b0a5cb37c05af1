import { ACCESS_SCREENS } from './access-screens.ts';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { ADMIN_SCREENS } from './admin-screens.ts';
import { API_KEY_SCREENS } from './api-key-screens.ts';
import { AUTH_SCREENS } from './auth-screens.ts';
import { BOOKING_SCREENS } from './booking-screens.ts';
import { CALENDAR_SCREENS } from './calendar-screens.ts';
import { MESSAGE_SCREENS } from './message-screens.ts';
import { PEOPLE_SCREENS } from './people-screens.ts';
import { REPORT_SCREENS } from './report-screens.ts';
import type { Screen } from './screen.ts';
import { SECTION_SCREENS } from './section-screens.ts';
import { SETTINGS_SCREENS } from './settings-screens.ts';
import { SYSTEM_SCREENS } from './system-screens.ts';
import { TEAM_SCREENS } from './team-screens.ts';
import { WEBHOOK_SCREENS } from './webhook-screens.ts';

/** The sign-in page and the screens of staff, in every state that somebody can meet. */
export const STAFF_SCREENS: readonly Screen[] = [
  ...AUTH_SCREENS,
  ...ACCOUNT_SCREENS,
  ...ACCESS_SCREENS,
  ...ADMIN_SCREENS,
  ...BOOKING_SCREENS,
  ...CALENDAR_SCREENS,
  ...MESSAGE_SCREENS,
  ...REPORT_SCREENS,
  ...SETTINGS_SCREENS,
  ...TEAM_SCREENS,
  ...PEOPLE_SCREENS,
  ...SECTION_SCREENS,
  ...API_KEY_SCREENS,
  ...WEBHOOK_SCREENS,
  ...SYSTEM_SCREENS,
];
