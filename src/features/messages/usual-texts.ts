import { USUAL_KINDS } from '../../contracts/messages/message-words.ts';
import type { UsualTexts } from '../../contracts/messages/usual-texts.ts';
import { addSalonDays, formatTime, salonDate } from '../../salon/salon-time.ts';
import type { MessageRules } from './what-to-send.ts';

/** Of no appointment; its link is as long as every other. */
const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000';
const DAYS_AHEAD = 7;
/** A time of day as long as any: `12:30 PM`. */
const [START, END] = [750, 810];

/** The usual texts as customers get them, about an appointment that is made up. */
export function usualTexts(
  { textOf, timeZone }: Pick<MessageRules, 'textOf' | 'timeZone'>,
  now: Date,
): UsualTexts {
  const date = addSalonDays(salonDate(now, timeZone), DAYS_AHEAD);
  const slot = { slotId: EXAMPLE_ID, date, start: START, end: END };
  const booking = { id: EXAMPLE_ID, slot, services: [], status: 'confirmed' as const };
  return {
    appointment: { appointment_date: date, appointment_time: formatTime(START) },
    texts: USUAL_KINDS.map((kind) => ({ kind, text: textOf(kind, booking) })),
  };
}
