import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { isBeforeCutoff, type ManagedBooking, ManageQuery } from '../../src/contracts/manage.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { RuleBroken } from '../../src/eventsourcing/decider.ts';
import { bookingFromToken } from '../../src/http/bearer.ts';
import { parseQuery } from '../../src/http/parse.ts';
import { calendarFile } from '../../src/salon/calendar-file.ts';
import { formatTime, instantOf } from '../../src/salon/salon-time.ts';
import type { ProjectedPositions } from '../engine/projected-positions.ts';
import { projected } from '../engine/read-model-route.ts';
import { type BookingRow, bookings } from './projection.ts';
import type { BookingById } from './queries.ts';

export interface ManageRouterDeps {
  readonly bookingById: BookingById;
  readonly positions: ProjectedPositions;
  readonly links: { bookingOf(token: string): string | null; tokenOf(bookingId: string): string };
  /** Per-address limit: a token is a secret that could be guessed at. */
  readonly perAddress: RequestHandler;
  readonly salon: {
    readonly name: string;
    readonly phone: string;
    readonly address: string;
    readonly timeZone: string;
    readonly selfServiceCutoffHours: number;
  };
  /** Without a trailing slash. */
  readonly publicUrl: string;
  now(): Date;
}

const ICS_STATUS = {
  pending: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  cancelled: 'CANCELLED',
} as const;

const durationOf = ({ start_minute, end_minute }: BookingRow) => end_minute - start_minute;

/** The queries of a customer's own booking, by the private link's token: `GET /api/manage…`. */
export function manageRouter(deps: ManageRouterDeps): Router {
  const { bookingById, positions, links, perAddress, salon, publicUrl, now } = deps;
  const { timeZone, selfServiceCutoffHours: cutoffHours } = salon;
  const router = express.Router();

  async function ownBooking(req: Request): Promise<BookingRow> {
    const { booking_id } = parseQuery(ManageQuery, req);
    const booking = await bookingById(bookingFromToken(req, links, booking_id));
    if (!booking) throw new RuleBroken<ProblemCode>('booking-not-found');
    return booking;
  }

  function shown(booking: BookingRow): ManagedBooking {
    const { appointment_date: date, start_minute: start, status } = booking;
    const isUpcoming = status === 'pending' || status === 'confirmed';
    return {
      id: booking.id,
      appointment_date: date,
      appointment_time: formatTime(start),
      services: booking.services.map(({ id, name, price, duration }) => ({ id, name, price, duration })),
      duration: durationOf(booking),
      total_amount: booking.total_amount,
      notes: booking.notes,
      customer_name: booking.customer_name,
      status,
      self_service: isUpcoming && isBeforeCutoff({ date, start }, { cutoffHours, timeZone, now: now() }),
    };
  }

  function calendarOf(booking: BookingRow): string {
    const { appointment_date: date, start_minute } = booking;
    const start = instantOf(date, start_minute, timeZone);
    if (start === null) throw new Error('a booking never starts at a time that its day skips');
    return calendarFile({
      uid: booking.id,
      sequence: booking.version - 1,
      status: ICS_STATUS[booking.status],
      start,
      end: new Date(start.getTime() + durationOf(booking) * 60_000),
      stamp: now(),
      summary: `${salon.name}: ${booking.services.map(({ name }) => name).join(', ')}`,
      description: `View, move or cancel: ${publicUrl}/m/${links.tokenOf(booking.id)}\nPhone: ${salon.phone}`,
      location: `${salon.name}, ${salon.address}`,
    });
  }

  const noStore: RequestHandler = (_req, res, next) => {
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    next();
  };
  const ofBookings = [perAddress, noStore, projected(positions, bookings)];

  router.get('/api/manage', ofBookings, async (req: Request, res: Response) => {
    const booking = await ownBooking(req);
    res.set('ETag', `"${booking.version}"`).json(shown(booking));
  });

  router.get('/api/manage/calendar.ics', ofBookings, async (req: Request, res: Response) => {
    const file = calendarOf(await ownBooking(req));
    res.set('Content-Disposition', 'attachment; filename="appointment.ics"');
    res.type('text/calendar; charset=utf-8').send(file);
  });

  return router;
}
