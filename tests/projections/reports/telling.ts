import { PUBLIC_TOTAL_AMOUNT } from '../../../src/salon/money.ts';
import { endingAt, stretchOf } from '../../../src/salon/parts.ts';
import { bookingRequested, type Fact, hoursAdded, onBooking, serviceAdded } from '../events.ts';
import { type DayWhat, tellingOfDays } from './telling-days.ts';
import { createTellingOfTeam, type TeamWhat } from './telling-team.ts';

/** The events of each step of a random world, as the deciders would allow them. */

const uuid = (kind: string, n: number) =>
  `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}` as const;

/** The beginning of each world, which rarely lasts longer than a year. */
const BEGINNING = Date.parse('2026-10-25T17:00:00Z');
const DAY_MS = 86_400_000;
const SERVICES = ['cut', 'color', 'perm', 'updo'];
const CATEGORIES = ['Haircut', 'Hair Color', 'Hair Color', 'Other'];
const REASONS = ['customer_request', 'scheduling_conflict', 'emergency', 'no_show', 'no_show', 'other'];
const ACTORS: readonly NonNullable<Fact['actor']>[] = [
  { kind: 'customer' },
  { kind: 'admin', userId: 'user-1' },
  { kind: 'system', process: 'test' },
];
const CUSTOMERS = 6;

export type What =
  | 'request'
  | 'confirm'
  | 'move'
  | 'lengthen'
  | 'reshape'
  | 'cancel'
  | 'reinstate'
  | 'complete'
  | 'reopen'
  | 'delete'
  | 'erase'
  | 'consent'
  | 'link'
  | 'merge'
  | 'split'
  | 'addService'
  | 'changeService'
  | 'switchService'
  | 'removeService'
  | 'addHours'
  | 'changeHours'
  | 'switchHours'
  | 'removeHours'
  | DayWhat
  | TeamWhat;

export interface Step {
  readonly what: What;
  readonly one: number;
  readonly other: number;
  /** A date, or how many days from now. */
  readonly day: string | number;
  readonly start: number;
  readonly services: readonly {
    readonly n: number;
    readonly minutes: number;
    readonly priceCents: number;
  }[];
  readonly cents: number | null;
  /** Milliseconds after the step before. */
  readonly later: number;
}

interface Slot {
  readonly slotId: string;
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

interface Appointment {
  readonly id: string;
  readonly serviceIds: readonly string[];
  readonly slot: Slot;
  readonly status: string;
  readonly minutes: number;
  readonly totalAmount: string;
}

const howPaid = (cents: number, other: number) =>
  other % 4 === 0
    ? { method: 'card' }
    : {
        payments: [
          { method: 'cash', cents: Math.floor(cents / 3) },
          { method: 'other', cents: cents - Math.floor(cents / 3) },
        ],
      };

/** Each service at the same price, besides something else or a discount, which makes up the rest. */
function linesOf(cents: number, other: number, { serviceIds }: Appointment) {
  const each = Math.floor(((other + 1) * cents) / 9);
  const lines = serviceIds.map((serviceId) => ({ serviceId, cents: each }));
  return [...lines, { cents: cents - each * serviceIds.length }];
}

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];

/** Keeps what has happened so far, as far as the next steps depend on it. */
export function createTeller() {
  const facts: Fact[] = [];
  let now = BEGINNING;
  let made = 0;
  const appointments = new Map<string, Appointment>();
  const offered = new Set<string>();
  const hours = new Map<string, boolean>();
  const merges: { readonly id: string; readonly from: string }[] = [];
  const team = createTellingOfTeam(tell);
  const next = (kind: string) => uuid(kind, ++made);

  function tell(fact: Fact, actor?: Fact['actor']) {
    facts.push({ ...fact, at: new Date(now).toISOString(), ...(actor && { actor }) });
  }

  function slotOf({ day, start, one }: Step, minutes: number): Slot {
    const date = typeof day === 'string' ? day : new Date(now + day * DAY_MS).toISOString().slice(0, 10);
    const begins = Math.min(start, 1_440 - minutes);
    const end = begins + minutes;
    const work = (from: number, to: number) => ({ resource: team.anyone(one), start: from, end: to });
    // Some have a gap.
    const parts =
      minutes > 30 && made % 3 === 0 ? [work(begins, begins + 10), work(end - 15, end)] : [work(begins, end)];
    return { slotId: next('5'), date, ...stretchOf({ start: begins, end, parts }) };
  }

  const inStatus = (n: number, ...statuses: readonly string[]) =>
    at(
      [...appointments.values()].filter(({ status }) => statuses.includes(status)),
      n,
    );

  function change(
    appointment: Appointment,
    type: string,
    data: Fact['data'],
    after: Partial<Appointment> = {},
    actor?: Fact['actor'],
  ) {
    tell(onBooking(appointment.id, type, data), actor);
    appointments.set(appointment.id, { ...appointment, ...after });
  }

  const servicesOf = (step: Step) =>
    step.services
      .filter(({ n }) => offered.has(SERVICES[n] ?? ''))
      .map(({ n, minutes, priceCents }) => ({
        id: SERVICES[n] ?? '',
        name: SERVICES[n] ?? '',
        price: 'Price Varies',
        priceCents,
        duration: minutes,
      }));

  const totalOf = ({ cents }: Step) =>
    cents === null ? PUBLIC_TOTAL_AMOUNT : `$${(cents / 100).toFixed(2)}`;

  const happen: Readonly<Record<What, (step: Step) => void>> = {
    request(step) {
      const services = servicesOf(step);
      if (services.length === 0) return;
      const id = next('b');
      const minutes = services.reduce((sum, { duration }) => sum + duration, 0);
      const slot = slotOf(step, minutes);
      const status = step.other % 3 === 0 ? 'confirmed' : 'pending';
      const totalAmount = totalOf(step);
      const { data, ...fact } = bookingRequested({ bookingId: id, ...slot });
      tell({ ...fact, data: { ...data, status, services, totalAmount } }, at(ACTORS, step.other));
      const serviceIds = services.map((service) => service.id);
      appointments.set(id, { id, serviceIds, slot, status, minutes, totalAmount });
    },
    confirm({ one }) {
      const appointment = inStatus(one, 'pending');
      if (appointment) change(appointment, 'BookingConfirmed', {}, { status: 'confirmed' });
    },
    move(step) {
      const appointment = inStatus(step.one, 'pending', 'confirmed');
      if (!appointment) return;
      const { minutes, slot: from } = appointment;
      const slot = slotOf(step, minutes);
      change(appointment, 'BookingRescheduled', { ...slot, from, notice: 'none' }, { slot });
    },
    lengthen({ one, other }) {
      const appointment = inStatus(one, 'pending', 'confirmed');
      if (!appointment) return;
      const { slot: from } = appointment;
      const end = Math.min(1_440, from.start + 15 * (1 + other));
      const slot = { slotId: next('5'), date: from.date, ...endingAt(end, from) };
      change(
        appointment,
        'BookingLengthChanged',
        { ...slot, from, notice: 'none' },
        { slot, minutes: end - from.start },
      );
    },
    reshape(step) {
      const appointment = inStatus(step.one, 'pending', 'confirmed');
      const services = servicesOf(step);
      if (!appointment || services.length === 0) return;
      const totalAmount = totalOf(step);
      const data = { services, totalAmount, notice: 'none' };
      const serviceIds = services.map((service) => service.id);
      change(appointment, 'BookingServicesChanged', data, { serviceIds, totalAmount });
    },
    cancel({ one, other }) {
      const appointment = inStatus(one, 'pending', 'confirmed');
      if (!appointment) return;
      const { slotId } = appointment.slot;
      const data = { slotId, reason: at(REASONS, other), notice: 'none' };
      change(appointment, 'BookingCancelled', data, { status: 'cancelled' }, at(ACTORS, other + one));
    },
    reinstate({ one, other }) {
      const appointment = inStatus(one, 'cancelled');
      if (!appointment) return;
      const [slot, status] = [
        { ...appointment.slot, slotId: next('5') },
        other % 2 ? 'pending' : 'confirmed',
      ];
      change(appointment, 'BookingReinstated', { ...slot, status }, { slot, status });
    },
    complete({ one, other, cents }) {
      const appointment = inStatus(one, 'pending', 'confirmed', ...(cents === null ? [] : ['completed']));
      if (!appointment) return;
      const how = cents !== null &&
        other % 2 === 0 && { ...howPaid(cents, other), tipCents: 1 + other * 101 };
      const lines = cents !== null && other % 3 === 0 && { lines: linesOf(cents, other, appointment) };
      const data = { amountCents: cents, ...how, ...lines };
      change(appointment, 'BookingCompleted', data, { status: 'completed' });
    },
    reopen({ one, other }) {
      const appointment = inStatus(one, 'completed');
      if (!appointment) return;
      const status = other % 2 ? 'completed' : 'confirmed';
      change(appointment, 'BookingReopened', { status, totalAmount: appointment.totalAmount }, { status });
    },
    delete({ one }) {
      const appointment = at([...appointments.values()], one);
      if (!appointment) return;
      tell(onBooking(appointment.id, 'BookingDeleted', { slotId: appointment.slot.slotId }));
      appointments.delete(appointment.id);
    },
    erase({ one }) {
      const appointment = at([...appointments.values()], one);
      if (appointment) change(appointment, 'BookingErased', {});
    },
    consent({ one, other }) {
      const appointment = at([...appointments.values()], one);
      if (appointment) change(appointment, 'SmsConsentChanged', { smsConsent: other % 2 === 0 });
    },
    link({ one, other }) {
      const appointment = at([...appointments.values()], one);
      const customerId = uuid('c', other % CUSTOMERS);
      if (appointment) change(appointment, 'BookingLinked', { customerId });
    },
    merge({ one, other }) {
      // A merged customer can't be merged again, and nobody is merged in a circle.
      const [from, into] = [one % CUSTOMERS, other % CUSTOMERS].map((n) => uuid('c', n));
      if (!from || !into || from >= into || merges.some((merge) => merge.from === from)) return;
      const id = next('9');
      merges.push({ id, from });
      tell({ stream: 'merges', type: 'CustomersMerged', data: { mergeId: id, from, into } });
    },
    split({ one }) {
      const [merge] = merges.splice(one % Math.max(merges.length, 1), 1);
      if (merge) tell({ stream: 'merges', type: 'CustomersSplit', data: { mergeId: merge.id } });
    },
    addService({ one, other }) {
      const id = at(SERVICES, one) ?? '';
      if (offered.has(id)) return;
      offered.add(id);
      tell(serviceAdded(id, { category: at(CATEGORIES, other) }));
    },
    changeService({ one, other }) {
      const id = at([...offered], one);
      if (id === undefined) return;
      const offer = { name: `${id} ${other}`, category: at(CATEGORIES, other) };
      const { active: _, ...data } = serviceAdded(id, offer).data;
      tell({ stream: `service-${id}`, type: 'ServiceChanged', data });
    },
    switchService({ one, other }) {
      const id = at([...offered], one);
      const type = other % 2 ? 'ServiceActivated' : 'ServiceDeactivated';
      if (id !== undefined) tell({ stream: `service-${id}`, type, data: { serviceId: id } });
    },
    removeService({ one }) {
      const id = at([...offered], one);
      if (id === undefined || !offered.delete(id)) return;
      tell({ stream: `service-${id}`, type: 'ServiceRemoved', data: { serviceId: id } });
    },
    addHours({ one, other }) {
      // Hours of a day don't overlap: these are between those that a world begins with, or after them.
      const id = uuid('4', 100 + (one % 7));
      if (hours.has(id)) return;
      hours.set(id, true);
      tell(hoursAdded(one % 7, 1_110, 1_200 + 15 * other, id));
    },
    changeHours({ one, other, start }) {
      const id = at([...hours.keys()], one);
      if (id === undefined) return;
      const [from, to] =
        id < uuid('4', 100) ? [Math.min(start, 600), 1_020 + 7 * other] : [1_110 + other, 1_260];
      const data = { hoursId: id, start: from, end: to };
      tell({ stream: 'hours', type: 'HoursChanged', data });
    },
    switchHours({ one }) {
      const id = at([...hours.keys()], one);
      if (id === undefined) return;
      const isAvailable = !hours.get(id);
      hours.set(id, isAvailable);
      tell({ stream: 'hours', type: 'HoursSwitched', data: { hoursId: id, isAvailable } });
    },
    removeHours({ one }) {
      const id = at([...hours.keys()], one);
      if (id === undefined || !hours.delete(id)) return;
      tell({ stream: 'hours', type: 'HoursRemoved', data: { hoursId: id } });
    },
    ...team.steps,
    ...tellingOfDays<Step>({
      tell,
      dateOf: (step) => slotOf(step, 15).date,
      newBlock: () => next('6'),
      anyone: team.anyone,
    }),
  };

  for (const id of SERVICES.slice(0, 3)) {
    offered.add(id);
    tell(serviceAdded(id, { category: CATEGORIES[SERVICES.indexOf(id)] }));
  }
  for (const day of [0, 1, 3, 6]) {
    const id = uuid('4', day);
    hours.set(id, true);
    tell(hoursAdded(day, 540, 1_020, id));
  }

  return {
    facts,
    step(next: Step) {
      now += next.later;
      happen[next.what](next);
    },
  };
}
