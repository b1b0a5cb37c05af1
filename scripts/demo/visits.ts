import type { CancellationReason } from '../../src/contracts/bookings/bookings.ts';
import type { Actor } from '../../src/contracts/history/actor.ts';
import { bookingIdOf, type NewBooking } from '../../src/features/booking/appointment/commands.ts';
import type { Notice } from '../../src/features/booking/appointment/decider.ts';
import { customerIdOf } from '../../src/features/customers/contacts.ts';
import { addSalonDays, type SalonDate, salonDate } from '../../src/salon/salon-time.ts';
import type { CustomerCare } from './customer-care.ts';
import { type Dice, dice } from './dice.ts';
import type { Plan, Visit } from './plan.ts';
import type { DemoSalon } from './salon.ts';
import type { Staff } from './staff.ts';
import { BOOKING_NOTES, CANCEL_MESSAGES, FORMULAS, MOVE_MESSAGES } from './texts.ts';
import type { Timeline } from './timeline.ts';
import { DAYS_AHEAD, type Week } from './week.ts';

interface VisitsDeps {
  readonly salon: DemoSalon;
  readonly week: Week;
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly care: CustomerCare;
  readonly staff: Staff;
  readonly seed: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CUSTOMER: Actor = { kind: 'customer' };
const TEMPLATE: Notice = { kind: 'template' };
/** Customers change their appointments up to four hours before, in the demo a little earlier. */
const SELF_SERVICE_MS = 6 * HOUR_MS;
const STAFF_REASONS: readonly CancellationReason[] = ['scheduling_conflict', 'emergency', 'other'];
/** The number of the booking in which a double gives their other contact, and of the one that shows who they are. */
const AS_OTHER = 3;
const AS_BOTH = 4;
/** Services whose formula is noted after the visit. */
const OF_COLOR = /color|highlights|root/;

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** Lives one visit after the other: booked, confirmed, moved, cancelled, kept. Each step adds the next to the timeline. */
export function createVisits({ salon, week, plan, timeline, care, staff, seed }: VisitsDeps) {
  const { send } = salon;
  const { commands } = salon.booking;
  const startOf = ({ date, start }: Pick<Visit, 'date' | 'start'>) => week.at(date, start);
  const isBefore = (moment: Date, visit: Visit, ms: number) => later(moment, ms) < startOf(visit);
  const staffOf = (luck: Dice): Actor => luck.oneOf([staff.owner, staff.desk]);

  function requestOf(visit: Visit, luck: Dice): NewBooking {
    const { guest, by } = visit;
    const { person } = guest;
    const { atWork, name } = person;
    const isOther = guest.isDouble && guest.bookings === AS_OTHER;
    const contact = isOther ? atWork : person;
    const isBoth = guest.isDouble && guest.bookings === AS_BOTH;
    const { phone, phoneE164 } = isBoth ? atWork : contact;
    const isKnown = guest.bookings > 2 && !guest.isDouble && by === 'staff';
    return {
      customer: { name, email: contact.email, phone, phoneE164 },
      date: visit.date,
      start: visit.start,
      serviceIds: visit.services,
      notes: luck.happens(0.12) ? luck.oneOf(BOOKING_NOTES) : null,
      smsConsent: by === 'customer' || luck.happens(0.7),
      ...(isKnown && guest.customerId && { customerId: guest.customerId }),
      from: { address: '127.0.0.1' },
    };
  }

  async function book(visit: Visit): Promise<void> {
    const { guest } = visit;
    const luck = dice(seed + 7 * visit.number);
    guest.bookings += 1;
    if (guest.isDouble && guest.bookings === AS_BOTH) visit.by = 'staff';
    const key = `demo-${seed}-${visit.number}`;
    const bookingId = bookingIdOf(key);
    const request = requestOf(visit, luck);
    const actor = visit.by === 'customer' ? CUSTOMER : staffOf(luck);
    const { from: _, ...body } = request;
    const made = await send({ actor, command: 'create-booking', body, key }, (run) =>
      commands.create(bookingId, request, run),
    );
    if (!made) return;
    if (guest.isDouble && guest.bookings === AS_OTHER) guest.atWorkId = customerIdOf(bookingId);
    else guest.customerId ??= customerIdOf(bookingId);
    if (guest.isDouble && guest.bookings === AS_BOTH) care.noticeDouble(guest, visit.bookedAt);
    const booked = { visit, bookingId, luck };
    const confirmedAt = confirm(booked);
    follow(booked, confirmedAt);
  }

  interface Booked {
    readonly visit: Visit;
    readonly bookingId: string;
    readonly luck: Dice;
  }

  /** @returns when it is settled that the visit takes place */
  function confirm({ visit, bookingId, luck }: Booked): Date {
    const { bookedAt, by, fate } = visit;
    if (by === 'staff' || fate === 'waiting') return bookedAt;
    const at = week.atDesk(later(bookedAt, luck.between(0.1, 9) * HOUR_MS));
    if (!isBefore(at, visit, HOUR_MS)) return bookedAt;
    timeline.add(at, async () => {
      await send({ actor: staffOf(luck), command: 'confirm-booking', subject: bookingId }, (run) =>
        commands.confirm(bookingId, run),
      );
    });
    return at;
  }

  /** A moment between two, nearer to the first as often as not. */
  const between = (from: Date, visit: Visit, luck: Dice, share: number) =>
    later(from, (startOf(visit).getTime() - from.getTime()) * luck.between(0.05, share));

  function follow(booked: Booked, since: Date): void {
    const { visit, bookingId, luck } = booked;
    if (luck.happens(0.03)) {
      const at = week.atDesk(between(since, visit, luck, 0.5));
      const smsConsent = visit.by === 'staff';
      timeline.add(at, async () => {
        const body = { sms_consent: smsConsent };
        await send({ actor: staffOf(luck), command: 'change-sms-consent', subject: bookingId, body }, (run) =>
          commands.changeSmsConsent(bookingId, smsConsent, run),
        );
      });
    }
    if (visit.fate === 'cancelled') cancel(booked, visit.cancelledAt ?? between(since, visit, luck, 0.9));
    else if (visit.fate === 'moved') move(booked, between(since, visit, luck, 0.8));
    else if (visit.fate === 'missed') miss(booked);
    else if (visit.fate === 'deleted') remove(booked, later(since, luck.between(2, 12) * MINUTE_MS));
    else complete(booked);
  }

  function miss(booked: Booked): void {
    const { visit, luck } = booked;
    timeline.add(later(startOf(visit), luck.between(20, 45) * MINUTE_MS), async () => {
      await doCancel(booked, staffOf(luck), 'no_show', { kind: 'none' });
    });
  }

  function remove({ visit, bookingId, luck }: Booked, at: Date): void {
    timeline.add(at, async () => {
      await send({ actor: staffOf(luck), command: 'delete-booking', subject: bookingId }, (run) =>
        commands.remove(bookingId, run),
      );
      plan.giveBack(visit.date, visit.start);
    });
  }

  function complete({ visit, bookingId, luck }: Booked): void {
    const end = week.at(visit.date, visit.start + visit.minutes);
    const at = later(end, luck.between(2, 22) * MINUTE_MS);
    timeline.add(at, async () => {
      const cents = visit.services.reduce((sum, id) => sum + care.priceOf(id), 0);
      const amountCents = Math.round((cents * luck.between(1, 1.3)) / 500) * 500;
      const body = { amount_cents: amountCents };
      const done = await send(
        { actor: staffOf(luck), command: 'complete-booking', subject: bookingId, body },
        (run) => commands.complete(bookingId, { amountCents }, run),
      );
      if (!done) return;
      care.afterVisit(visit.guest, later(at, 4 * MINUTE_MS), luck);
      if (!visit.services.some((id) => OF_COLOR.test(id))) return;
      const note = luck.oneOf(FORMULAS);
      await send(
        { actor: staffOf(luck), command: 'note-visit', subject: bookingId, body: { visit_note: note } },
        (run) => commands.noteVisit(bookingId, note, run),
      );
    });
  }

  async function doCancel(
    { visit, bookingId }: Booked,
    actor: Actor,
    reason: CancellationReason,
    notice: Notice,
  ): Promise<boolean> {
    const body = { reason, notice };
    const done = await send({ actor, command: 'cancel-booking', subject: bookingId, body }, (run) =>
      commands.cancel(bookingId, { reason, notice }, run),
    );
    if (done) plan.giveBack(visit.date, visit.start);
    return done !== undefined;
  }

  function cancel(booked: Booked, wanted: Date): void {
    const { visit, luck } = booked;
    const isTheirs = visit.by === 'customer' && (visit.cancelledAt !== undefined || luck.happens(0.7));
    const byCustomer = isTheirs && isBefore(wanted, visit, SELF_SERVICE_MS);
    const at = byCustomer || visit.cancelledAt ? wanted : week.atDesk(wanted);
    if (!isBefore(at, visit, 0)) {
      complete(booked);
      return;
    }
    const isRegretted = !visit.cancelledAt && luck.happens(0.08);
    timeline.add(at, async () => {
      const message = luck.oneOf(CANCEL_MESSAGES);
      const notice: Notice = luck.happens(0.3) ? { kind: 'custom', message } : TEMPLATE;
      const cancelled = byCustomer
        ? await doCancel(booked, CUSTOMER, 'customer_request', TEMPLATE)
        : await doCancel(booked, staffOf(luck), luck.oneOf(STAFF_REASONS), notice);
      if (!cancelled) return;
      if (isRegretted) timeline.add(week.atDesk(later(at, 40 * MINUTE_MS)), () => reinstate(booked));
      else if (luck.happens(0.6)) refill(visit, later(at, luck.between(2, 30) * HOUR_MS));
    });
  }

  async function reinstate(booked: Booked): Promise<void> {
    const { bookingId, luck } = booked;
    const back = await send(
      { actor: staffOf(luck), command: 'reinstate-booking', subject: bookingId },
      (run) => commands.reinstate(bookingId, run),
    );
    if (back) complete(booked);
  }

  /** Somebody else books the time that has become free. */
  function refill({ date, start, minutes }: Visit, at: Date): void {
    if (later(at, 2 * HOUR_MS) >= week.at(date, start)) return;
    const visit = plan.newVisit(date, start, minutes, at);
    if (visit) live(visit);
  }

  function move(booked: Booked, wanted: Date): void {
    const { visit, bookingId, luck } = booked;
    const byCustomer = visit.by === 'customer' && isBefore(wanted, visit, SELF_SERVICE_MS);
    const at = byCustomer ? wanted : week.atDesk(wanted);
    if (!isBefore(at, visit, HOUR_MS)) {
      complete(booked);
      return;
    }
    timeline.add(at, async () => {
      const other = plan.takeOther(visit, salonDate(at, salon.profile.time_zone), luck);
      if (!other) {
        complete(booked);
        return;
      }
      const message = luck.oneOf(MOVE_MESSAGES);
      const notice: Notice = byCustomer || luck.happens(0.5) ? TEMPLATE : { kind: 'custom', message };
      const to = { ...other, notice };
      const actor = byCustomer ? CUSTOMER : staffOf(luck);
      const moved = await send(
        { actor, command: 'reschedule-booking', subject: bookingId, body: to },
        (run) => commands.reschedule(bookingId, to, run),
      );
      const left: { date: SalonDate; start: number } = moved
        ? { date: visit.date, start: visit.start }
        : other;
      plan.giveBack(left.date, left.start);
      if (moved) Object.assign(visit, other);
      complete(booked);
    });
  }

  function live(visit: Visit): void {
    if (visit.date > addSalonDays(week.today, DAYS_AHEAD)) return;
    timeline.add(visit.bookedAt, () => book(visit));
  }
  return { live };
}
