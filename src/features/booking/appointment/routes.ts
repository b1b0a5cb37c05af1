import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { CreateBooking, type CreatedBooking } from '../../../contracts/bookings.ts';
import { type ManageAnswer, ManageQuery, ManageReschedule } from '../../../contracts/manage.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRun } from '../../../eventsourcing/event-streams.ts';
import { bookingFromToken } from '../../../http/bearer.ts';
import type { CommandRunner } from '../../../http/command-run.ts';
import { parseBody, parseQuery } from '../../../http/parse.ts';
import { TooMany } from '../../../http/problem-details.ts';
import type { LimitSubject } from '../../../http/rate-limits.ts';
import { type Minutes, parseTime } from '../../../salon/salon-time.ts';
import { isSuspicious, type StandingBookings } from '../admission/suspicion.ts';
import { type BookingAnswer, type BookingCommands, bookingIdOf } from './commands.ts';
import type { SecretLinks } from './secret-links.ts';

export interface BookingRoutesDeps {
  readonly commands: BookingCommands;
  readonly runner: CommandRunner;
  readonly links: SecretLinks;
  readonly limit: {
    admit(subjects: readonly string[], commandId: string): Promise<number>;
    withdraw(subjects: readonly string[], commandId: string): Promise<void>;
  };
  /** Per-address limit, put before every route. */
  readonly perAddress: RequestHandler;
  readonly subjectOf: LimitSubject;
  /** Left out where nobody is to be suspected. */
  readonly standingBookings?:
    | ((phoneE164: string | null, email: string) => Promise<StandingBookings>)
    | undefined;
  toE164(phone: string): string | null;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

const ACTOR = { kind: 'customer' } as const;

/** Contracts have checked the text, so this only narrows the type. */
function minutesOf(time: string): Minutes {
  const minutes = parseTime(time);
  if (minutes === null) throw new RuleBroken('validation-failed');
  return minutes;
}

/** `POST /api/bookings` and the two commands of the customer's private link. */
export function bookingRoutes(deps: BookingRoutesDeps): Router {
  const { commands, runner, links, limit, subjectOf } = deps;
  const router = express.Router();

  async function checkNotSuspicious(name: string, phoneE164: string | null, email: string): Promise<void> {
    const standing = await deps.standingBookings?.(phoneE164, email);
    if (standing && isSuspicious(name, standing)) throw new RuleBroken<ProblemCode>('suspicious-booking');
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
        if (wait > 0) throw new TooMany('rate-limit-exceeded', wait);
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

  router.post('/api/bookings', deps.perAddress, async (req, res) => {
    const body = parseBody(CreateBooking, req);
    if (body.subject?.trim()) throw new RuleBroken<ProblemCode>('suspicious-booking');
    const key = runner.keyOf(req);
    const phoneE164 = deps.toE164(body.customer_phone);
    const subjects = () => [
      subjectOf('email', body.customer_email.toLowerCase()),
      subjectOf('phone', phoneE164 ?? body.customer_phone.replace(/\D/g, '')),
    ];
    const answer = await runner.run(req, key, { command: 'create-booking', actor: ACTOR, body }, (run) =>
      withinLimit(subjects, run, (admit) =>
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
      ),
    );
    res.status(201).set({ ETag: '"1"', 'Cache-Control': 'no-store' }).json(created(answer));
  });

  /** A command on the booking that the link refers to. */
  async function ownBooking(
    req: Request,
    res: Response,
    command: string,
    body: unknown,
    work: (bookingId: string, run: CommandRun) => Promise<BookingAnswer>,
  ): Promise<void> {
    const bookingId = bookingFromToken(req, links, parseQuery(ManageQuery, req).booking_id);
    const { status, position } = await runner.run(
      req,
      runner.keyOf(req),
      { command, subject: bookingId, actor: ACTOR, body },
      (run) => work(bookingId, run),
    );
    const answer: ManageAnswer = { id: bookingId, status, position };
    res.set('Cache-Control', 'no-store').json(answer);
  }

  const byCustomer = { kind: 'customer' } as const;

  router.post('/api/manage/cancel', deps.perAddress, (req, res) =>
    ownBooking(req, res, 'cancel-booking', {}, (bookingId, run) =>
      commands.cancel(byCustomer, bookingId, 'customer_request', run),
    ),
  );

  router.post('/api/manage/reschedule', deps.perAddress, (req, res) => {
    const body = parseBody(ManageReschedule, req);
    const to = { date: body.new_date, start: minutesOf(body.new_time) };
    return ownBooking(req, res, 'reschedule-booking', body, (bookingId, run) =>
      commands.reschedule(byCustomer, bookingId, to, run),
    );
  });

  return router;
}
