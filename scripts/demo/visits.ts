import type { CancellationReason } from '../../src/contracts/bookings/bookings.ts';
import type { Actor } from '../../src/contracts/history/actor.ts';
import type { CommandRun } from '../../src/eventsourcing/streams/event-streams.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { customerIdOf } from '../../src/features/customers/contacts.ts';
import {
  addSalonDays,
  dayOfWeek,
  intervalOf,
  type SalonDate,
  salonMinutes,
} from '../../src/salon/salon-time.ts';
import { WALK_IN_NAME } from '../../src/salon/walk-in.ts';
import type { DemoMessages } from './messages.ts';
import { type Dice, everybody, type Person } from './people.ts';
import type { DemoSalon } from './salon.ts';
import { TEAM_IS_ASKED, workingThen } from './team.ts';
import { priceOf, SHORT_DAY } from './upkeep.ts';

/** Somebody who comes to the salon, and comes again from a day on. */
interface Guest {
  readonly person: Person;
  comesAgain: SalonDate;
  /** The stylist to whom they go, if they have one. */
  stylistId?: string | undefined;
  /** Once a booking has made a customer of them. */
  customerId?: string;
}

type Services = DemoSalon['profile']['services'];
const minutesOf = (services: Services) =>
  services.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0);

interface Visit {
  readonly bookingId: string;
  readonly guest: Guest;
  readonly services: Services;
  /** Whether the customer has booked it online. */
  readonly isOnline: boolean;
  date: SalonDate;
  start: number;
  /** The stylist who was named for it. */
  stylistId?: string | undefined;
  isCancelled?: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CUSTOMER: Actor = { kind: 'customer' };
/** On each day somebody books for so many days ahead, so that all days fill alike. */
const LEADS = [0, 1, 2, 3, 5, 8, 12, 19, 31];
/** How much of that happened before the salon was busy. */
const SHARE_BEFORE = 0.55;
/** How many customers of a team have a stylist of their own, and how many appointments go to another stylist. */
const LOYAL_SHARE = 0.6;
const HANDED_OVER_SHARE = 0.03;
/** When somebody works at the desk; requests of the last hours still wait there. */
const DESK = { from: 510, to: 1_170, unreadMs: 20 * HOUR_MS };

const BOOKING_NOTES = ['First visit.', 'Please use the quiet chair by the window.', 'Allergic to ammonia.'];
const CUSTOMER_NOTES = [
  'Prefers mornings. Coffee, no sugar.',
  'Patch test done, no reaction.',
  'Sensitive scalp: use the mild shampoo.',
];
const VISIT_NOTES = [
  '6N + 7G 1:1, 20 vol, 35 minutes.\nRoots first, ends for the last five.',
  'Foils 9% with bond builder, 45 minutes. Toner 10P + 10V, 8 minutes.',
];
/** From when on somebody may walk in, before the first appointments. */
const DOORS_OPEN = 480;
const REPLIES = ['Yes, see you then!', 'Running ten minutes late, sorry!', 'Is there parking at the salon?'];
const QUESTION = 'Can I bring my daughter along?';

/** Lives the visits of customers: booked, confirmed, moved, cancelled, kept. Each step plans the next, and the salon may refuse it. */
export function createVisits(
  salon: DemoSalon,
  told: DemoMessages,
  luck: Dice,
  {
    busySince,
    today,
    until,
    isTeam,
  }: Record<'busySince' | 'today', SalonDate> & { readonly until: Date; readonly isTeam: boolean },
) {
  const { profile, now, at, later, as } = salon;
  const { commands } = salon.booking;
  const { commands: customers } = salon.customers;
  const people = everybody(luck, isTeam);
  const guests: Guest[] = [];
  const visits: Visit[] = [];
  const startOf = ({ date, start }: Visit) => at(date, start);
  const inMs = (ms: number) => new Date(now().getTime() + ms);
  const staff = () => luck.oneOf(salon.staff);

  /** A moment between now and the visit at which somebody works at the desk. */
  function before(visit: Visit, share: number): Date {
    const between = (startOf(visit).getTime() - now().getTime()) * luck.between(0.05, share);
    const minutes = salonMinutes(inMs(between), profile.time_zone);
    const isNight = minutes < DESK.from || minutes >= DESK.to;
    return inMs(Math.max(0, isNight ? between - 12 * HOUR_MS : between));
  }

  /** Does a command on a visit's appointment, and tells the customer what there is to tell. */
  async function on<Result>(
    actor: Actor,
    { bookingId }: Visit,
    command: (id: string, run: CommandRun<Actor>) => Promise<Result>,
  ): Promise<Result | undefined> {
    const done = await as(actor, (run) => command(bookingId, run));
    if (done) await told.follow(bookingId);
    return done;
  }

  /** Short services are asked for more often than long ones. */
  function someServices(): Services {
    const [one, other] = [luck.oneOf(profile.services), luck.oneOf(profile.services)];
    if (one !== other && luck.happens(0.15) && minutesOf([one, other]) <= 240) return [one, other];
    return [one.duration_minutes < other.duration_minutes ? one : other];
  }

  function someone(date: SalonDate): Guest {
    for (let tries = 0; guests.length > 30 && tries < 20 && !luck.happens(0.04); tries += 1) {
      const guest = luck.oneOf(guests);
      if (guest.comesAgain <= date) return guest;
    }
    const { value: person } = people.next();
    // By then everybody is a customer.
    if (!person) return luck.oneOf(guests);
    const guest: Guest = { person, comesAgain: date };
    if (isTeam && luck.happens(LOYAL_SHARE)) guest.stylistId = luck.oneOf(salon.team.stylists()).id;
    guests.push(guest);
    return guest;
  }

  /** A time that might be free; whether it is, the salon says. */
  function someTime(date: SalonDate, minutes: number): number {
    const hours = profile.hours.filter(({ day_of_week }) => day_of_week === dayOfWeek(date)).map(intervalOf);
    const { start, end } = hours.length > 0 ? luck.oneOf(hours) : SHORT_DAY;
    return start + 30 * Math.floor(luck.between(0, Math.max(0, end - start - minutes) / 30 + 1));
  }

  async function book(date: SalonDate, wantsOnline: boolean): Promise<void> {
    const guest = someone(date);
    const services = someServices();
    const isOnline = wantsOnline && guest.person.email !== null;
    const actor = isOnline ? CUSTOMER : staff();
    const serviceIds = services.map(({ id }) => id);
    const request = {
      customer: guest.person,
      date,
      serviceIds,
      notes: luck.happens(0.12) ? luck.oneOf(BOOKING_NOTES) : null,
      smsConsent: isOnline || luck.happens(0.7),
      from: { address: '127.0.0.1' },
    };
    const bookingId = bookingIdOf(`demo-${visits.length}`);
    for (let tries = 0; tries < 6; tries += 1) {
      const start = someTime(date, minutesOf(services));
      const workers = workingThen(salon, services, date, start);
      const own = workers.find(({ id }) => id === guest.stylistId);
      if (workers.length === 0 || (tries < 3 && guest.stylistId && !own)) continue;
      const named = isTeam && !isOnline ? luck.oneOf(workers).id : undefined;
      const time = { start, stylistId: tries < 3 && own ? own.id : named };
      const visit: Visit = { bookingId, guest, services, isOnline, date, ...time };
      if (!(await on(actor, visit, (id, run) => commands.create(id, { ...request, ...time }, run)))) continue;
      guest.customerId ??= customerIdOf(bookingId);
      guest.comesAgain = addSalonDays(date, Math.floor(luck.between(25, 100)));
      visits.push(visit);
      return follow(visit);
    }
  }

  function follow(visit: Visit): void {
    const isUnread = now().getTime() > until.getTime() - DESK.unreadMs && startOf(visit) > until;
    if (visit.isOnline && isUnread) return;
    if (visit.isOnline) later(before(visit, 0.2), () => on(staff(), visit, commands.confirm));
    const { phoneE164 } = visit.guest.person;
    if (luck.happens(0.06))
      later(before(visit, 0.95), () => told.receive(visit.bookingId, phoneE164, luck.oneOf(REPLIES)));
    if (isTeam && luck.happens(HANDED_OVER_SHARE)) later(before(visit, 0.8), () => handOver(visit));
    const fate = luck.between(0, 1);
    const missedAt = new Date(startOf(visit).getTime() + 25 * MINUTE_MS);
    if (fate < 0.06) later(before(visit, 0.8), () => cancel(visit));
    else if (fate < 0.09) later(missedAt, () => cancel(visit, 'no_show'));
    else if (fate < 0.2) later(before(visit, 0.8), () => move(visit));
    else complete(visit);
  }

  /** @param staffReason why staff cancel; left out where customers do it themselves if they can */
  async function cancel(visit: Visit, staffReason?: CancellationReason): Promise<void> {
    const byCustomer = visit.isOnline && staffReason === undefined;
    const reason = byCustomer ? 'customer_request' : (staffReason ?? 'scheduling_conflict');
    const change = { reason, notice: { kind: reason === 'no_show' ? 'none' : 'template' } } as const;
    const actor = byCustomer ? CUSTOMER : staff();
    if (await on(actor, visit, (id, run) => commands.cancel(id, change, run))) visit.isCancelled = true;
    else complete(visit);
  }

  async function move(visit: Visit): Promise<void> {
    const date = addSalonDays(visit.date, Math.floor(luck.between(1, 8)));
    const start = someTime(date, minutesOf(visit.services));
    const workers = workingThen(salon, visit.services, date, start);
    const isKept = !isTeam || visit.isOnline || workers.some(({ id }) => id === visit.stylistId);
    if (workers.length === 0) return complete(visit);
    const to = { date, start, ...(!isKept && { stylistId: luck.oneOf(workers).id }) };
    const change = { ...to, notice: { kind: 'template' } } as const;
    const actor = visit.isOnline ? CUSTOMER : staff();
    if (await on(actor, visit, (id, run) => commands.reschedule(id, change, run))) Object.assign(visit, to);
    complete(visit);
  }

  /** Another stylist takes an appointment at its time. */
  async function handOver(visit: Visit): Promise<void> {
    const { date, start } = visit;
    const workers = workingThen(salon, visit.services, date, start);
    if (workers.length === 0) return;
    const stylistId = luck.oneOf(workers).id;
    const change = { date, start, stylistId, notice: { kind: 'template' } } as const;
    if (await on(staff(), visit, (id, run) => commands.reschedule(id, change, run)))
      visit.stylistId = stylistId;
  }

  function complete(visit: Visit): void {
    const { services, date, start, guest } = visit;
    later(at(date, start + minutesOf(services) + 5), async () => {
      const cents = services.reduce((sum, service) => sum + priceOf(service), 0);
      const amountCents = Math.round((cents * luck.between(1, 1.3)) / 500) * 500;
      const method = amountCents % 1_500 === 0 ? 'cash' : 'card';
      const paid = { amountCents, method, tipCents: Math.round((amountCents * 0.18) / 100) * 100 } as const;
      if (!(await on(staff(), visit, (id, run) => commands.complete(id, paid, run)))) return;
      if (luck.happens(0.3))
        await on(staff(), visit, (id, run) => commands.noteVisit(id, luck.oneOf(VISIT_NOTES), run));
      // Staff note what a new customer has told them.
      const customerId = customerIdOf(visit.bookingId);
      if (guest.customerId !== customerId || luck.happens(0.4)) return;
      const [birthdayMonth, birthdayDay] = [luck.between(1, 13), luck.between(1, 29)].map(Math.floor);
      const notes = luck.happens(0.5) ? luck.oneOf(CUSTOMER_NOTES) : null;
      const change = { birthdayMonth, birthdayDay, notes };
      await as(staff(), (run) => customers.change(customerId, change, run));
    });
  }

  return {
    /** Plans the bookings that are made on a day. */
    planDay(date: SalonDate): void {
      const asked = Array.from({ length: isTeam ? TEAM_IS_ASKED : 1 }, () => LEADS).flat();
      for (const [index, lead] of asked.entries()) {
        if (date < busySince && !luck.happens(SHARE_BEFORE)) continue;
        const isOnline = index % 3 !== 1;
        const minutes = isOnline ? luck.between(440, 1_380) : luck.between(DESK.from, DESK.to);
        later(at(date, Math.floor(minutes)), () => book(addSalonDays(date, lead), isOnline));
      }
    },

    /** Two customers have come without an appointment today, one of them without a name, as soon as somebody was free before now. */
    async walkIns(): Promise<void> {
      const short = profile.services.toSorted((a, b) => a.duration_minutes - b.duration_minutes)[0];
      const nobody = { name: WALK_IN_NAME, email: null, phone: '', phoneE164: null };
      if (!short) return;
      for (const customer of [people.next().value ?? luck.oneOf(guests).person, nobody]) {
        const bookingId = bookingIdOf(`demo-walk-in-${customer.name}`);
        const walkIn = { isAnonymous: customer === nobody };
        const request = {
          customer,
          date: today,
          serviceIds: [short.id],
          notes: null,
          smsConsent: false,
          walkIn,
          from: { address: '127.0.0.1' },
        };
        const latest = salonMinutes(now(), profile.time_zone);
        for (let start = latest - (latest % 15); start >= DOORS_OPEN; start -= 15)
          if (await as(salon.staff[1], (run) => commands.create(bookingId, { ...request, start }, run)))
            break;
      }
    },

    /** The next customer asks something that nobody has answered. */
    async ask(): Promise<void> {
      const [next] = visits
        .filter((visit) => !visit.isCancelled && startOf(visit) > now())
        .toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime());
      if (next) await told.receive(next.bookingId, next.guest.person.phoneE164, QUESTION);
    },

    /** A customer cancels an appointment of the days to come. */
    async cancelOne(): Promise<void> {
      const isComing = ({ date, isOnline }: Visit) => isOnline && date > addSalonDays(today, 1);
      await cancel(luck.oneOf(visits.filter(isComing)));
    },
  };
}
