import { z } from 'zod';
import { boundedText } from '../fields.ts';
import { NO_CURSOR } from '../paging.ts';

/** The order of a list: when the appointments were booked, or when they take place, the earliest or the latest first. */
export type BookingOrder = 'booked' | 'date' | '-date';

/** Without `sort`, the list begins with the earliest appointment if the query names days, otherwise with the newest booking. */
export const orderOf = ({
  from,
  to,
  sort,
}: {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly sort?: '-date' | undefined;
}): BookingOrder => sort ?? (from === undefined && to === undefined ? 'booked' : 'date');

/** The end of a page: the last booking's id, with its `created_at` or with its date and its minutes since midnight. */
export type BookingCursor =
  | { readonly by: 'booked'; readonly created_at: string; readonly id: string }
  | { readonly by: 'date'; readonly date: string; readonly start: number; readonly id: string };

/** A cursor as the text in the list's answer. */
export const bookingCursorText = (end: BookingCursor): string =>
  end.by === 'booked' ? `${end.created_at}_${end.id}` : `${end.date}_${end.start}_${end.id}`;

const BookedCursor = z.tuple([z.iso.datetime(), z.guid()]);
const DateCursor = z.tuple([z.iso.date(), z.string().regex(/^\d{1,4}$/), z.guid()]);

/** A cursor in a query. */
export const CursorField = boundedText(64, NO_CURSOR).transform((text, context): BookingCursor => {
  const parts = text.split('_');
  const booked = BookedCursor.safeParse(parts).data;
  if (booked) return { by: 'booked', created_at: booked[0], id: booked[1] };
  const dated = DateCursor.safeParse(parts).data;
  if (dated) return { by: 'date', date: dated[0], start: Number(dated[1]), id: dated[2] };
  context.addIssue({ code: 'custom', message: NO_CURSOR });
  return z.NEVER;
});
