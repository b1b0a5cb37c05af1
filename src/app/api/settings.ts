import { isDeepStrictEqual } from 'node:util';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createHasBookings } from '../../../projections/bookings/queries.ts';
import { history } from '../../../projections/history/projection.ts';
import { createChangedByStaff } from '../../../projections/history/queries.ts';
import { pictures } from '../../../projections/pictures/projection.ts';
import { createChosenPictures } from '../../../projections/pictures/queries.ts';
import { reviews as enteredReviews } from '../../../projections/reviews/projection.ts';
import { createReviews } from '../../../projections/reviews/queries.ts';
import { adminReviewRoutes } from '../../../projections/reviews/routes.ts';
import { isPhoneCountry, toE164 } from '../../adapters/phone.ts';
import { samplesIn, withoutSampleContacts } from '../../adapters/salon-profile/live-profile.ts';
import { type SalonProfile, variablesOf } from '../../adapters/salon-profile/profile.ts';
import { sectionsOf, withSections } from '../../adapters/salon-profile/sections.ts';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { textValues } from '../../features/messages/texts/templates.ts';
import { composeReviews, type Reviews } from '../../features/reviews/compose.ts';
import { reviewRoutes } from '../../features/reviews/routes.ts';
import { composeSettings, type Settings } from '../../features/settings/compose.ts';
import { firstStepsRoutes } from '../../features/settings/first-steps-routes.ts';
import { formerTexts, replacements } from '../../features/settings/former-texts.ts';
import { settingsRoutes } from '../../features/settings/routes.ts';
import { formatLongDate } from '../../salon/date-text.ts';
import { formatTime } from '../../salon/salon-time.ts';
import { isTeam } from '../../salon/team.ts';
import { shownBy } from '../shown-by.ts';
import type { ApiContext } from './context.ts';

/** Makes the commands on settings. */
export function settingsOf({ pool, log, positions, profileFiles, followed, now }: ApiContext): Settings {
  const hasBookings = createHasBookings(pool);
  return composeSettings({
    log,
    mutex: createKeyedMutex(),
    now,
    ofFile: sectionsOf(profileFiles.file),
    ownOf: (salon) => withoutSampleContacts(salon, profileFiles.sample),
    async hasBookings() {
      await positions.reached(bookings.name, await log.head());
      return hasBookings();
    },
    shown: shownBy(followed),
    toE164: (phone, country) => (isPhoneCountry(country) ? toE164(phone, country) : null),
  });
}

/** Makes the commands on reviews. */
export function reviewsOf({ pool, log, keys, positions, now }: ApiContext): Reviews {
  const { count } = createReviews(pool);
  return composeReviews({
    log,
    keys,
    mutex: createKeyedMutex(),
    now,
    async count() {
      await positions.reached(enteredReviews.name, await log.head());
      return count();
    },
  });
}

/** The dependencies of the operations on settings, and of those that undo changes of settings. */
export interface WithSettings extends ApiContext {
  readonly settings: Settings;
  readonly reviews: Reviews;
}

/** Operations on what the salon says of itself. */
export function settingsOperations({
  on,
  config,
  pool,
  log,
  settings,
  reviews,
  profileFiles,
  profile,
  links,
  publicUrl,
  messages,
  team,
}: WithSettings): void {
  firstSteps({ on, config, pool, settings, profileFiles, messages, team });
  adminReviewRoutes({ on, ...createReviews(pool) });
  reviewRoutes({ on, commands: reviews.commands });
  settingsRoutes({
    on,
    log,
    commands: settings.commands,
    salonOfFile: sectionsOf(profileFiles.file).salon,
    async variables() {
      const example = await messages.exampleOf();
      const { date, start } = example.slot;
      return {
        ...variablesOf(profile()),
        ...textValues(example, (id) => `${publicUrl}/b/${links.shortCodeOf(id)}`),
        when: `${formatLongDate(date)} at ${formatTime(start)}`,
        services: 'Full Color and Men’s Haircut',
      };
    },
  });
}

/** Lists the steps that a new salon still has to take. A value of its profile file that differs from the sample counts as entered, too. */
function firstSteps({
  on,
  config,
  pool,
  settings,
  profileFiles,
  messages,
  team,
}: Pick<WithSettings, 'on' | 'config' | 'pool' | 'settings' | 'profileFiles' | 'messages' | 'team'>): void {
  const { file, sample } = profileFiles;
  const invented = sectionsOf(sample).salon;
  const changedByStaff = createChangedByStaff(pool);
  const chosenPictures = createChosenPictures(pool).ofWebsite;
  const { shown } = createReviews(pool);
  const isOwn = (part: (profile: SalonProfile) => unknown) => !isDeepStrictEqual(part(file), part(sample));
  firstStepsRoutes({
    on,
    models: [history, bookings, pictures, enteredReviews],
    backsUpBesideData: config.backsUpBesideData,
    isDone: {
      async details() {
        const now = (await settings.commands.read('salon')).settings;
        const isOwnOf = (field: 'name' | 'phone' | 'address' | 'geo') =>
          !isDeepStrictEqual(now[field], invented[field]);
        return {
          name: isOwnOf('name'),
          phone: isOwnOf('phone') && now.phone !== '',
          address: isOwnOf('address') && now.address.street !== '',
          geo: isOwnOf('geo'),
        };
      },
      async words() {
        const now = await settings.commands.readAll();
        const isEntered =
          now.salon.name !== invented.name && !isDeepStrictEqual(now.salon.address, invented.address);
        return isEntered && formerTexts(now, replacements(now.salon, [invented])).length === 0;
      },
      hours: async () => isOwn(({ hours }) => hours) || changedByStaff('hours'),
      prices: async () =>
        isOwn(({ services }) => services) ||
        (await changedByStaff('service')) ||
        (await settings.commands.read('prices')).saved,
      team: async () => isTeam(team.stylists()),
      clients: () => changedByStaff('customer'),
      texts: async () => messages.areSent(),
      pictures: async () => (await chosenPictures()).length > 0,
      async reviews() {
        const reviews = (await settings.commands.read('reviews')).settings;
        const found = samplesIn(withSections(file, { reviews }), { sample, reviews });
        return { ratings: !found.ratings, reviews: !found.reviews || (await shown()).length > 0 };
      },
      booking: createHasBookings(pool),
    },
  });
}
