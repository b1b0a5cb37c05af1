import type { EventStore } from '../../../src/eventsourcing/event-store.ts';
import { commandIdOf, derivedId } from '../../../src/eventsourcing/identity.ts';
import { datedId } from '../../../src/features/booking/agenda/dated-id.ts';
import { agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { newBooking, runOf, STAFF, type TestSalon, TUESDAY } from '../salon/test-salon.ts';
import type { AskedUndo } from '../undo/test-undo.ts';

/** A wish for one stylist; anyone if left out. */
interface ForStylist {
  readonly stylist?: string | undefined;
}

/** `tint` has a gap in which `cut` fits. */
export type WishedService = 'cut' | 'color' | 'tint';

/** A request. `booking` is the index of the create that it is about, `hold` that of the hold. */
export type Wish =
  | (ForStylist & {
      readonly kind: 'create';
      readonly start: number;
      readonly service: WishedService;
      /** Index of the hold that it was made under. */
      readonly hold?: number | undefined;
    })
  | (ForStylist & {
      readonly kind: 'hold';
      readonly start: number;
      readonly service: WishedService;
      /** Index of the hold that it replaces. */
      readonly hold?: number | undefined;
    })
  /** Staff enter an appointment, also at a time that has begun. */
  | (ForStylist & {
      readonly kind: 'enter';
      readonly start: number;
      readonly service: WishedService;
      /** Index of the wish whose key it is sent with, though it asks for something else. */
      readonly keyOf?: number | undefined;
    })
  /** Staff finish a booking and begin a walk-in there. */
  | {
      readonly kind: 'finish';
      readonly booking: number;
      readonly version: number;
      readonly start: number;
      readonly service: WishedService;
    }
  | { readonly kind: 'complete'; readonly booking: number }
  | {
      readonly kind: 'length';
      readonly booking: number;
      readonly end: number;
      /** The version of the booking that its sender saw; any if left out. */
      readonly version?: number | undefined;
    }
  | { readonly kind: 'drop'; readonly hold: number }
  | {
      readonly kind: 'reschedule';
      readonly booking: number;
      readonly start: number;
      /** Another stylist, or null for anyone; its own if left out. */
      readonly stylist?: string | null | undefined;
    }
  | {
      readonly kind: 'services';
      readonly booking: number;
      readonly services: readonly WishedService[];
      readonly version?: number | undefined;
    }
  | { readonly kind: 'cancel' | 'reinstate' | 'confirm' | 'remove'; readonly booking: number }
  | { readonly kind: 'block' }
  | { readonly kind: 'unblock'; readonly block: number }
  | (ForStylist & { readonly kind: 'block-time'; readonly start: number; readonly minutes: number })
  /** `block` is the index of the wish that has blocked the time. */
  | { readonly kind: 'move-time'; readonly block: number; readonly start: number }
  | { readonly kind: 'unblock-time'; readonly block: number }
  /** Hours of the day alone; without minutes it is closed. */
  | (ForStylist & { readonly kind: 'set-hours'; readonly start: number; readonly minutes: number })
  | (ForStylist & { readonly kind: 'clear-hours' })
  /** Undoes the event of an earlier wish. */
  | { readonly kind: 'undo'; readonly wish: number };

const from = { address: '192.0.2.1' };
/** Everything else is done by staff. */
const PUBLIC: ReadonlySet<Wish['kind']> = new Set(['create', 'hold', 'drop']);
const OF_THE_DAY: ReadonlySet<Wish['kind']> = new Set([
  'block',
  'unblock',
  'block-time',
  'move-time',
  'unblock-time',
  'set-hours',
  'clear-hours',
]);
const keyOf = (wish: number) => `key-of-wish-${wish}-0123456789`;

/** The booking that a wish changes, or makes. */
export const bookingOf = (wish: Wish, index: number) =>
  bookingIdOf(keyOf('booking' in wish && wish.kind !== 'finish' ? wish.booking : ownKey(wish, index)));

const ownKey = (wish: Wish, index: number): number => (wish.kind === 'enter' ? (wish.keyOf ?? index) : index);

export function runOfWish(wish: Wish, index: number) {
  const subject = ['create', 'enter', 'finish', 'hold'].includes(wish.kind)
    ? undefined
    : bookingOf(wish, index);
  return runOf({
    key: keyOf(ownKey(wish, index)),
    command: wish.kind,
    ...(subject && { subject }),
    body: wish,
    ...('version' in wish &&
      wish.kind !== 'finish' &&
      wish.version !== undefined && { ifVersion: wish.version }),
    deadlineMs: 60_000,
    actor: PUBLIC.has(wish.kind) ? { kind: 'customer' } : STAFF,
  });
}

/** The commands of a process, and the log as everybody sees it. */
interface Asked {
  readonly salon: TestSalon;
  readonly undo: AskedUndo;
  readonly log: Pick<EventStore, 'read'>;
}

/** The stream that a wish decides about, and its command there. To finish a visit is a decision about that, before another begins. */
export function decisionOf(
  wish: Wish,
  index: number,
): { readonly stream: string; readonly commandId: string } {
  const { commandId } = runOfWish(wish, index).context;
  if (OF_THE_DAY.has(wish.kind)) return { stream: agendaStream(TUESDAY), commandId };
  if (wish.kind !== 'finish') return { stream: bookingStream(bookingOf(wish, index)), commandId };
  const visit = bookingIdOf(keyOf(wish.booking));
  return { stream: bookingStream(visit), commandId: derivedId('finish', commandId, visit) };
}

/** An event that a wish has led to; the id of none if there is none yet. */
async function eventOf(log: Asked['log'], wish: Wish | undefined, index: number): Promise<string> {
  if (!wish) return NO_EVENT;
  const { stream, commandId } = decisionOf(wish, index);
  const event = (await log.read(stream)).find(({ metadata }) => metadata.commandId === commandId);
  return event?.id ?? NO_EVENT;
}

const NO_EVENT = '00000000-0000-4000-8000-000000000000';

/**
 * Sends the request of a wish to a process's commands; sent again, it is the very same request.
 *
 * @param blockIdOf the block that an earlier wish has made, if it was granted
 */
export async function ask(
  { salon, undo, log }: Asked,
  wishes: readonly Wish[],
  index: number,
  blockIdOf: (wish: number) => string | undefined,
): Promise<unknown> {
  const wish = wishes[index] as Wish;
  const bookingId = bookingOf(wish, index);
  const held = 'hold' in wish ? wish.hold : undefined;
  const holdId = held === undefined ? undefined : datedId('hold', commandIdOf(keyOf(held), 'hold'), TUESDAY);
  const run = runOfWish(wish, index);
  const notice = { kind: 'none' } as const;
  switch (wish.kind) {
    case 'create':
      return salon.bookings.create(
        bookingId,
        newBooking({ start: wish.start, serviceIds: [wish.service], holdId, stylistId: wish.stylist }),
        run,
      );
    case 'enter':
      return salon.bookings.create(
        bookingId,
        newBooking({ start: wish.start, serviceIds: [wish.service], stylistId: wish.stylist }),
        run,
      );
    case 'finish': {
      const finish = { id: bookingIdOf(keyOf(wish.booking)), version: wish.version };
      const walkIn = { isAnonymous: true, finish };
      return salon.bookings.create(
        bookingId,
        newBooking({ start: wish.start, serviceIds: [wish.service], walkIn }),
        run,
      );
    }
    case 'complete':
      return salon.bookings.complete(bookingId, { amountCents: null }, run);
    case 'length':
      return salon.bookings.changeLength(bookingId, { end: wish.end, notice }, run);
    case 'hold': {
      const { start, service, stylist: stylistId } = wish;
      const request = { date: TUESDAY, start, serviceIds: [service], stylistId, replaces: holdId, from };
      return salon.holds.hold(request, run);
    }
    case 'drop':
      return salon.holds.drop({ holdId: holdId ?? bookingId, from }, run);
    case 'reschedule':
      return salon.bookings.reschedule(
        bookingId,
        { date: TUESDAY, start: wish.start, stylistId: wish.stylist, notice },
        run,
      );
    case 'services': {
      const services = wish.services.map((id) => ({ id }));
      return salon.bookings.changeServices(bookingId, { services, notice }, run);
    }
    case 'cancel':
      return salon.bookings.cancel(bookingId, { reason: 'other', notice }, run);
    case 'reinstate':
      return salon.bookings.reinstate(bookingId, run);
    case 'confirm':
      return salon.bookings.confirm(bookingId, run);
    case 'remove':
      return salon.bookings.remove(bookingId, run);
    case 'block':
      return salon.agenda.blockDate({ date: TUESDAY, reason: 'Holiday', acknowledged: true }, run);
    case 'unblock':
      return salon.agenda.unblockDate(blockIdOf(wish.block) ?? bookingId, run);
    case 'block-time': {
      const { start, minutes } = wish;
      const time = { date: TUESDAY, resource: wish.stylist, start, end: start + minutes };
      return salon.blockedTimes.block({ ...time, reason: 'Lunch', acknowledged: true }, run);
    }
    case 'move-time': {
      const times = { start: wish.start, end: wish.start + 60 };
      const id = blockIdOf(wish.block) ?? bookingId;
      return salon.blockedTimes.change(id, { times, acknowledged: true }, run);
    }
    case 'unblock-time':
      return salon.blockedTimes.unblock(blockIdOf(wish.block) ?? bookingId, run);
    case 'set-hours': {
      const { start, minutes } = wish;
      const windows = minutes === 0 ? [] : [{ start, end: start + minutes }];
      return salon.dayHours.set(
        { date: TUESDAY, resource: wish.stylist, windows },
        { acknowledged: true },
        run,
      );
    }
    case 'clear-hours':
      return salon.dayHours.clear({ date: TUESDAY, resource: wish.stylist }, { acknowledged: true }, run);
    case 'undo':
      return undo(await eventOf(log, wishes[wish.wish], wish.wish), run);
  }
}
