import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import { variablesOf } from '../../adapters/salon-profile/profile.ts';
import type { SecretLinks } from '../../features/booking/appointment/secret-links.ts';
import type { Settings } from '../../features/settings/compose.ts';
import { settingsRoutes } from '../../features/settings/routes.ts';
import { dayAs, formatDate, formatLongDate } from '../../salon/date-text.ts';
import { addSalonDays, formatTime, salonDate } from '../../salon/salon-time.ts';
import type { ResourceDeps } from './operations.ts';

interface SettingsDeps extends Pick<ResourceDeps, 'on' | 'timeZone' | 'now'> {
  readonly settings: Settings;
  readonly profile: ProfileNow;
  readonly links: SecretLinks;
  readonly publicUrl: string;
}

/** No appointment's id; its link is as long as any other. */
const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000';
/** A time that takes the most characters: `12:30 PM`. */
const START = 750;

/** Operations on what the salon says of itself. */
export function settingsOperations({
  on,
  timeZone,
  now,
  settings,
  profile,
  links,
  publicUrl,
}: SettingsDeps): void {
  settingsRoutes({
    on,
    commands: settings.commands,
    variables() {
      const date = addSalonDays(salonDate(now(), timeZone), 7);
      const time = formatTime(START);
      return {
        ...variablesOf(profile()),
        weekday: dayAs(date, 'EEE'),
        date: formatDate(date),
        time,
        link: `${publicUrl}/b/${links.shortCodeOf(EXAMPLE_ID)}`,
        when: `${formatLongDate(date)} at ${time}`,
        services: 'Full Color and Men’s Haircut',
      };
    },
  });
}
