import { type CreatedBooking, createBooking } from '../../../contracts/bookings.ts';
import { cancelBooking, rescheduleBooking } from '../../../contracts/manage.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRun } from '../../../eventsourcing/event-streams.ts';
import type { linkGuard } from '../../../http/caller.ts';
import type { Mount } from '../../../http/operation.ts';
import type { LimitSubject } from '../../../http/rate-limits.ts';
import { refuse } from '../../../http/refusal.ts';
import { minutesOf } from '../../../salon/salon-time.ts';
import { isSuspicious, type StandingBookings } from '../admission/suspicion.ts';
import { type BookingAnswer, type BookingCommands, bookingIdOf } from './commands.ts';
import type { SecretLinks } from './secret-links.ts';

export interface BookingRoutesDeps {
  readonly on: Mount<{ link: ReturnType<typeof linkGuard> }>;
  readonly commands: BookingCommands;
  readonly links: SecretLinks;
  readonly limit: {
    admit(subjects: readonly string[], commandId: string): Promise<number>;
    withdraw(subjects: readonly string[], commandId: string): Promise<void>;
  };
  readonly subjectOf: LimitSubject;
  /** Left out where nobody is to be suspected. */
  readonly standingBookings?:
    | ((phoneE164: string | null, email: string) => Promise<StandingBookings>)
    | undefined;
  toE164(phone: string): string | null;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

const BY_CUSTOMER = { kind: 'customer' } as const;

/** Booking, and the two commands of the customer's private link. */
export function bookingRoutes(deps: BookingRoutesDeps): void {
  const { on, commands, links, limit, subjectOf } = deps;

  async function checkNotSuspicious(name: string, phoneE164: string | null, email: string): Promise<void> {
    const standing = await deps.standingBookings?.(phoneE164, email);
    if (standing && isSuspicious(name, standing)) throw refuse('suspicious-booking');
  }

  /** Counts the booking for its phone and e-mail only when it is new, and only as long as it stands. */
  async function withinLimit(
    subjects: () => readonly string[],
    { context }: CommandRun,
    create: (admit: () => Promise<void>) => Promise<BookingAnswer>,
  ): Promise<BookingAnswer> {
    let counted = false;
    try {
      return await create(async () => {
        const wait = await limit.admit(subjects(), context.commandId);
        if (wait > 0) throw refuse('rate-limit-exceeded', wait);
        counted = true;
      });
    } catch (error) {
      if (counted && error instanceof RuleBroken) await limit.withdraw(subjects(), context.commandId);
      throw error;
    }
  }

  function created({ bookingId, status, position }: BookingAnswer): CreatedBooking {
    const management_token = links.tokenOf(bookingId);
    return {
      id: bookingId,
      status,
      management_token,
      short_code: links.shortCodeOf(bookingId),
      manage_url: `${deps.publicUrl}/m/${management_token}`,
      position,
    };
  }

  on(createBooking, async ({ body, key, run }) => {
    if (body.subject?.trim()) throw refuse('suspicious-booking');
    const phoneE164 = deps.toE164(body.customer_phone);
    const subjects = () => [
      subjectOf('email', body.customer_email.toLowerCase()),
      subjectOf('phone', phoneE164 ?? body.customer_phone.replace(/\D/g, '')),
    ];
    const booked = await withinLimit(subjects, run, (admit) =>
      commands.create(
        'public',
        bookingIdOf(key),
        {
          customer: {
            name: body.customer_name,
            email: body.customer_email,
            phone: body.customer_phone,
            phoneE164,
          },
          date: body.appointment_date,
          start: minutesOf(body.appointment_time),
          serviceIds: body.services.map(({ id }) => id),
          notes: body.notes,
          smsConsent: body.sms_consent,
          holdId: body.hold_id,
          async admit() {
            await checkNotSuspicious(body.customer_name, phoneE164, body.customer_email);
            await admit();
          },
        },
        run,
      ),
    );
    return { body: created(booked), version: 1 };
  });

  on(cancelBooking, async ({ caller, run }) => {
    const {
      bookingId: id,
      status,
      position,
    } = await commands.cancel(BY_CUSTOMER, caller.bookingId, 'customer_request', run);
    return { body: { id, status, position } };
  });

  on(rescheduleBooking, async ({ caller, body, run }) => {
    const to = { date: body.new_date, start: minutesOf(body.new_time) };
    const {
      bookingId: id,
      status,
      position,
    } = await commands.reschedule(BY_CUSTOMER, caller.bookingId, to, run);
    return { body: { id, status, position } };
  });
}
