import { ACCESS_SCREENS } from './access-screens.ts';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { ADMIN_SCREENS } from './admin-screens.ts';
import { API_KEY_SCREENS } from './api-key-screens.ts';
import { AUTH_SCREENS } from './auth-screens.ts';
import { BOOKING_SCREENS } from './booking-screens.ts';
import { CALENDAR_SCREENS } from './calendar-screens.ts';
import { MESSAGE_SCREENS } from './message-screens.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import { REPORT_SCREENS } from './report-screens.ts';
import type { Screen } from './screen.ts';
import { SECTION_SCREENS } from './section-screens.ts';
import { SETTINGS_SCREENS } from './settings-screens.ts';
import { SYSTEM_SCREENS } from './system-screens.ts';
import { WEBHOOK_SCREENS } from './webhook-screens.ts';

const isOfWizard = ({ name }: Screen) => name.startsWith('wizard');

/** Every page of the site, in every state that somebody can meet, by the file of `tests/e2e/screens` that looks at it. */
export const SCREENS_BY_AREA = {
  account: [...ACCOUNT_SCREENS, ...ACCESS_SCREENS],
  admin: ADMIN_SCREENS,
  appointments: BOOKING_SCREENS,
  calendar: CALENDAR_SCREENS,
  messages: MESSAGE_SCREENS,
  public: PUBLIC_SCREENS.filter((screen) => !isOfWizard(screen)),
  reports: REPORT_SCREENS,
  settings: [
    ...SETTINGS_SCREENS,
    ...SECTION_SCREENS,
    ...API_KEY_SCREENS,
    ...WEBHOOK_SCREENS,
    ...SYSTEM_SCREENS,
  ],
  'sign-in': AUTH_SCREENS,
  wizard: PUBLIC_SCREENS.filter(isOfWizard),
} as const satisfies Readonly<Record<string, readonly Screen[]>>;

export const SCREENS: readonly Screen[] = Object.values(SCREENS_BY_AREA).flat();
