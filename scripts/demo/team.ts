import { addSalonDays, dayOfWeek, type SalonDate } from '../../src/salon/salon-time.ts';
import { doesAll, ownWindowsOn, type Stylist, type StylistService, timeBy } from '../../src/salon/team.ts';
import type { DemoSalon } from './salon.ts';
import { priceOf } from './upkeep.ts';

type Service = DemoSalon['profile']['services'][number];

const LONG_MINUTES = 90;
const isLong = ({ duration_minutes }: Service) => duration_minutes >= LONG_MINUTES;
const isColor = ({ category }: Service) => /colou?r/i.test(category);
/** While colour sets, its stylist is free. */
const SETTING = { start: 30, end: 60 };

const dollars = (cents: number) => Math.round(cents / 500) * 500;

interface Hand {
  readonly name: string;
  readonly title: string;
  /** The part of the catalogue that they do. */
  does(service: Service): boolean;
  /** A service as they do it. */
  own?(service: Service): Omit<StylistService, 'id'>;
  /** Weekdays, 0 for Sunday, and the hours on each. */
  readonly days: readonly number[];
  readonly hours: { readonly start: number; readonly end: number };
  readonly email?: string;
}

/** The stylists who came to the salon's owner: none of them works on all of its days. */
const HANDS: readonly Hand[] = [
  {
    name: 'Camille Roux',
    title: 'Color specialist',
    does: (service) => isColor(service) || !isLong(service),
    own: (service) => (isColor(service) ? { priceCents: dollars(1.15 * priceOf(service)) } : {}),
    days: [0, 2, 3, 4, 5, 6],
    hours: { start: 540, end: 1_020 },
  },
  {
    name: 'Bruno Lindgren',
    title: 'Stylist',
    does: () => true,
    days: [0, 1, 3, 5, 6],
    hours: { start: 600, end: 1_200 },
  },
  {
    name: 'Ines Calloway',
    title: 'Junior stylist',
    does: (service) => !isLong(service),
    own: (service) => ({
      minutes: service.duration_minutes + 15,
      priceCents: dollars(0.75 * priceOf(service)),
    }),
    days: [1, 2, 4, 5, 6],
    hours: { start: 660, end: 1_260 },
    email: 'ines@salon.example',
  },
];

/** Plans what makes a team of the salon: those who work there, their weeks and absences, and services that leave a gap. */
export function planTeam(salon: DemoSalon, beginning: SalonDate, today: SalonDate): void {
  const { profile, at, later, as, team, booking } = salon;
  const [owner] = salon.staff;
  for (const { id } of profile.services.filter((service) => isColor(service) && isLong(service)))
    later(at(beginning, 541), () =>
      as(owner, (run) => salon.catalogue.commands.change(id, { offer: { gap: SETTING } }, run)),
    );
  const card = { name: 'Marguerite Vance', title: 'Owner, master stylist' };
  later(at(beginning, 542), () => as(owner, (run) => team.commands.change('first', card, run)));

  for (const { name, title, does, own, days, hours, email } of HANDS) {
    const services = profile.services.filter(does).map((service) => ({ id: service.id, ...own?.(service) }));
    const week = days.map((day) => ({ dayOfWeek: day, windows: [hours] }));
    later(at(beginning, 543), async () => {
      const added = await as(owner, (run) => team.commands.add({ name, title, services, online: true }, run));
      if (!added) return;
      await as(owner, (run) => team.commands.setHours(added.id, week, run));
      const [firstName = '', lastName = ''] = name.split(' ');
      if (email) await salon.letSignIn([email, firstName, lastName], added.id);
    });
  }

  later(at(addSalonDays(today, -2), 600), async () => {
    const [, ...others] = team.stylists();
    for (const [index, { id: resource, week }] of others.entries()) {
      const works = (date: SalonDate) => week?.some((day) => day.dayOfWeek === dayOfWeek(date));
      const coming = [1, 2, 3, 4, 5, 6].map((days) => addSalonDays(today, days)).filter(works);
      const [date = today, off = today] = index === 0 ? coming : coming.reverse();
      const lunch = { date, resource, start: 780, end: 825, reason: 'Lunch', acknowledged: true };
      const away = { date: off, resource, start: 0, end: 1_440, reason: 'Day off', acknowledged: true };
      for (const block of index === 0 ? [lunch, away] : [lunch])
        await as(owner, (run) => booking.blockedTimeCommands.block(block, run));
    }
  });
}

/** The stylists who do these services and work then. Staff may book them at other times, too, but the demo's staff don't. */
export const workingThen = (
  { team }: Pick<DemoSalon, 'team'>,
  services: readonly Service[],
  date: SalonDate,
  start: number,
): readonly Stylist[] => {
  const ids = services.map(({ id }) => id);
  const lasting = services.map(({ id, duration_minutes: duration }) => ({ id, duration }));
  const weekday = dayOfWeek(date);
  return team.stylists().filter((stylist) => {
    const end = start + timeBy(stylist, lasting).end;
    const own = ownWindowsOn(stylist, weekday);
    return doesAll(stylist, ids) && (!own || own.some((hours) => hours.start <= start && end <= hours.end));
  });
};

/** Three times as many customers come to four stylists as to one. */
export const TEAM_IS_ASKED = 3;
