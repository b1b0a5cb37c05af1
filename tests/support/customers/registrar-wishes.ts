import { LOG_START, type Position, type RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { derivedId } from '../../../src/eventsourcing/identity.ts';
import type { BookingStreams } from '../../../src/features/booking/appointment/decider.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import type { CustomerCommands } from '../../../src/features/customers/commands.ts';
import { type Card, FIRST_EVENTS } from '../../../src/features/customers/events.ts';
import type { ImportCommands } from '../../../src/features/customers/imports/commands.ts';
import { requested } from '../booking/booking-facts.ts';
import { runOf, STAFF } from '../salon/test-salon.ts';

/** An action of somebody. It names a booking by the index of its wish, and a customer by the order of registration. */
export type Wish =
  | {
      readonly kind: 'book';
      readonly email: string | null;
      readonly phone: string | null;
      readonly byStaff: boolean;
      /** The customer that staff pick. */
      readonly picks: number | null;
    }
  | { readonly kind: 'confirm' | 'unconfirm' | 'delete'; readonly booking: number }
  | { readonly kind: 'link'; readonly booking: number; readonly customer: number }
  | {
      readonly kind: 'edit';
      readonly customer: number;
      readonly emails: readonly string[];
      readonly phones: readonly string[];
    }
  | { readonly kind: 'add'; readonly emails: readonly string[]; readonly phones: readonly string[] }
  | { readonly kind: 'merge'; readonly customer: number; readonly into: number }
  | { readonly kind: 'split'; readonly merge: number }
  | { readonly kind: 'erase'; readonly customer: number }
  | {
      readonly kind: 'import';
      readonly rows: readonly {
        readonly emails: readonly string[];
        readonly phones: readonly string[];
        readonly name?: string;
      }[];
    }
  | { readonly kind: 'undo-import'; readonly import: number };

const cardOf = (emails: readonly string[], phones: readonly string[], name = 'Somebody'): Card => ({
  name,
  emails: [...emails],
  phones: phones.map((number) => ({ phone: number, phoneE164: number })),
  birthdayMonth: null,
  birthdayDay: null,
  notes: null,
});

export const bookingIdOfWish = (index: number) => derivedId('booking', 'of-wish', index);

interface Deps {
  readonly bookings: BookingStreams;
  readonly commands: CustomerCommands;
  readonly imports: ImportCommands;
  events(): Promise<readonly RecordedEvent[]>;
  /** How far the log went when a command to erase somebody began, by the command's id. */
  readonly erasingSince: Map<string, Position>;
}

/** Sends the command of a wish, with the customers and merges that the log has now. */
export async function ask(
  { bookings, commands, imports, events, erasingSince }: Deps,
  wish: Wish,
  index: number,
): Promise<unknown> {
  const all = await events();
  const registered = all.filter(({ type }) => FIRST_EVENTS.has(type)).map(({ stream }) => stream.slice(9));
  const customerAt = (n: number) => registered[n % Math.max(registered.length, 1)];
  const run = runOf({
    key: `key-of-wish-${index}-0123456789`,
    command: wish.kind,
    body: wish,
    deadlineMs: 60_000,
    actor: wish.kind === 'book' && !wish.byStaff ? { kind: 'customer' } : STAFF,
  });
  switch (wish.kind) {
    case 'book': {
      const { email, phone, byStaff } = wish;
      const customerId = wish.picks === null ? undefined : customerAt(wish.picks);
      const request = {
        ...requested(byStaff ? 'confirmed' : 'pending').data,
        slotId: derivedId('slot', 'of-wish', index),
        ...(byStaff && customerId && { customerId }),
        personal: {
          name: `Person ${index}`,
          email,
          phone: phone ?? 'unknown',
          phoneE164: phone,
          notes: null,
        },
      };
      return bookings.handle(
        bookingStream(bookingIdOfWish(index)),
        () => ({ kind: 'RequestBooking', slot: request, request }),
        run,
      );
    }
    case 'confirm':
    case 'unconfirm':
    case 'delete':
    case 'link': {
      const customerId = wish.kind === 'link' ? customerAt(wish.customer) : undefined;
      if (wish.kind === 'link' && customerId === undefined) return undefined;
      return bookings.handle(
        bookingStream(bookingIdOfWish(wish.booking)),
        () => {
          if (wish.kind === 'confirm') return { kind: 'ConfirmBooking' };
          if (wish.kind === 'unconfirm') return { kind: 'UnconfirmBooking' };
          return customerId ? { kind: 'LinkBooking', customerId } : { kind: 'DeleteBooking' };
        },
        run,
      );
    }
    case 'edit': {
      const customer = customerAt(wish.customer);
      const [email = null, ...otherEmails] = wish.emails;
      const [phone = null, ...otherPhones] = wish.phones.map((number) => ({
        phone: number,
        phoneE164: number,
      }));
      return customer && commands.change(customer, { email, otherEmails, phone, otherPhones }, run);
    }
    case 'add':
      return commands.add(cardOf(wish.emails, wish.phones), run);
    case 'merge': {
      const [from, into] = [customerAt(wish.customer), customerAt(wish.into)];
      return from && into && commands.merge(from, into, run);
    }
    case 'split': {
      const merges = all.filter(({ type }) => type === 'CustomersMerged');
      const merge = merges[wish.merge % Math.max(merges.length, 1)]?.data;
      return merge && commands.split(merge.from as string, merge.mergeId as string, run);
    }
    case 'erase': {
      const customer = customerAt(wish.customer);
      erasingSince.set(run.context.commandId, all.at(-1)?.position ?? LOG_START);
      return customer && commands.erase(customer, run);
    }
    case 'import': {
      const rows = wish.rows.map(({ emails, phones, name }, at) => ({
        row: at + 1,
        line: at + 2,
        card: cardOf(emails, phones, name),
      }));
      return imports.start({ rows, refused: [], remarks: [], empty: 0 }, run);
    }
    case 'undo-import': {
      const started = all.filter(({ type }) => type === 'ImportStarted');
      const importId = started[wish.import % Math.max(started.length, 1)]?.data.importId;
      return importId && imports.undo(String(importId), run);
    }
  }
}
