import { USUAL_KINDS, type UsualWords } from '../../../contracts/messages/message-words.ts';
import type { UsualTexts } from '../../../contracts/messages/usual-texts.ts';
import { fillInBooking } from '../../../contracts/settings/variables.ts';
import { dayAs, formatDate } from '../../../salon/date-text.ts';
import {
  addSalonDays,
  formatTime,
  type Minutes,
  type SalonDate,
  salonDate,
} from '../../../salon/salon-time.ts';
import type { MessageRules } from '../decision/decide-message.ts';

/** The salon's usual texts, with the placeholders `{weekday}`, `{date}`, `{time}`, `{end}`, `{stylist}` and `{link}`. */
export type MessageTexts = Readonly<Record<UsualWords, string>>;

interface Deps {
  texts(): MessageTexts;
  /** The short private link of a booking. */
  linkOf(bookingId: string): string;
}

interface TextedBooking {
  readonly id: string;
  readonly slot: { readonly date: SalonDate; readonly start: Minutes; readonly end: Minutes };
  /** Such as `with Ann`, in a team. */
  readonly stylist?: string | undefined;
}

/** The values of the usual texts' placeholders for a booking, with times in the salon's time zone. */
export const textValues = (
  { id, slot: { date, start, end }, stylist = '' }: TextedBooking,
  linkOf: Deps['linkOf'],
) => ({
  weekday: dayAs(date, 'EEE'),
  date: formatDate(date),
  time: formatTime(start),
  end: formatTime(end),
  stylist,
  link: linkOf(id),
});

/** Fills in the usual texts. */
export const createTextOf =
  ({ texts, linkOf }: Deps) =>
  (kind: keyof MessageTexts, appointment: TextedBooking): string =>
    fillInBooking(texts()[kind], textValues(appointment, linkOf));

/** No booking's id; its link is as long as any other. */
const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000';
const DAYS_AHEAD = 7;
/** A time that takes the most characters: `12:30 PM`. */
const [START, END] = [750, 810];

/** An invented booking. */
export function exampleBooking(now: Date, timeZone: string) {
  const date = addSalonDays(salonDate(now, timeZone), DAYS_AHEAD);
  return { id: EXAMPLE_ID, slot: { slotId: EXAMPLE_ID, date, start: START, end: END } };
}

/** The usual texts as customers get them, filled in for an invented booking. */
export function usualTexts(
  { textOf }: Pick<MessageRules, 'textOf'>,
  example: ReturnType<typeof exampleBooking> & Pick<TextedBooking, 'stylist'>,
): UsualTexts {
  const booking = { ...example, services: [], status: 'confirmed' as const };
  return {
    appointment: { appointment_date: example.slot.date, appointment_time: formatTime(START) },
    texts: USUAL_KINDS.map((kind) => ({ kind, text: textOf(kind, booking) })),
  };
}
