import { commandIdOf } from '../../../src/eventsourcing/identity.ts';
import { datedId } from '../../../src/features/booking/agenda/dated-id.ts';
import { bookingIdOf } from '../../../src/features/booking/appointment/commands.ts';
import { newBooking, runOf, STAFF, type TestSalon, TUESDAY } from '../salon/test-salon.ts';

/** What somebody asks for; `booking` is the index of the create that it is about, `hold` that of the hold. */
export type Wish =
  | {
      readonly kind: 'create';
      readonly start: number;
      readonly service: 'cut' | 'color';
      /** Index of the hold that it was made under. */
      readonly hold?: number | undefined;
    }
  | {
      readonly kind: 'hold';
      readonly start: number;
      readonly service: 'cut' | 'color';
      /** Index of the hold that it replaces. */
      readonly hold?: number | undefined;
    }
  | { readonly kind: 'drop'; readonly hold: number }
  | { readonly kind: 'reschedule'; readonly booking: number; readonly start: number }
  | { readonly kind: 'cancel' | 'reinstate' | 'confirm' | 'remove'; readonly booking: number }
  | { readonly kind: 'block' }
  | { readonly kind: 'unblock'; readonly block: number };

const from = { address: '192.0.2.1' };
/** Everything else is done by staff. */
const PUBLIC: ReadonlySet<Wish['kind']> = new Set(['create', 'hold', 'drop']);
const keyOf = (wish: number) => `key-of-wish-${wish}-0123456789`;

/**
 * Sends the request of a wish to a process's commands; sent again, it is the very same request.
 *
 * @param blockIdOf the block that an earlier wish has made, if it was granted
 */
export function ask(
  salon: TestSalon,
  wishes: readonly Wish[],
  index: number,
  blockIdOf: (wish: number) => string | undefined,
): Promise<unknown> {
  const wish = wishes[index] as Wish;
  const key = keyOf(index);
  const bookingId = bookingIdOf(keyOf('booking' in wish ? wish.booking : index));
  const subject = ['create', 'hold'].includes(wish.kind) ? undefined : bookingId;
  const held = 'hold' in wish ? wish.hold : undefined;
  const holdId = held === undefined ? undefined : datedId('hold', commandIdOf(keyOf(held), 'hold'), TUESDAY);
  const run = runOf({
    key,
    command: wish.kind,
    ...(subject && { subject }),
    body: wish,
    deadlineMs: 60_000,
    actor: PUBLIC.has(wish.kind) ? { kind: 'customer' } : STAFF,
  });
  const notice = { kind: 'none' } as const;
  switch (wish.kind) {
    case 'create':
      return salon.bookings.create(
        bookingId,
        newBooking({ start: wish.start, serviceIds: [wish.service], holdId }),
        run,
      );
    case 'hold': {
      const { start, service } = wish;
      const request = { date: TUESDAY, start, serviceIds: [service], replaces: holdId, from };
      return salon.holds.hold(request, run);
    }
    case 'drop':
      return salon.holds.drop({ holdId: holdId ?? bookingId, from }, run);
    case 'reschedule':
      return salon.bookings.reschedule(bookingId, { date: TUESDAY, start: wish.start, notice }, run);
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
  }
}
