import { dayAs, formatDate } from '../../salon/date-text.ts';
import { formatTime, type Minutes, type SalonDate } from '../../salon/salon-time.ts';
import type { MessageKind } from './events.ts';

/** The salon's usual texts; `{weekday}`, `{date}`, `{time}` and `{link}` stand for those of an appointment. */
export type MessageTexts = Readonly<Record<Exclude<MessageKind, 'custom'>, string>>;

interface Deps {
  readonly texts: MessageTexts;
  /** The short private link of a booking. */
  linkOf(bookingId: string): string;
}

/** Writes the usual texts about appointments, each in the salon's own time. */
export const createTextOf =
  ({ texts, linkOf }: Deps) =>
  (
    kind: keyof MessageTexts,
    {
      id,
      slot,
    }: { readonly id: string; readonly slot: { readonly date: SalonDate; readonly start: Minutes } },
  ): string => {
    const values: Readonly<Record<string, string>> = {
      weekday: dayAs(slot.date, 'EEE'),
      date: formatDate(slot.date),
      time: formatTime(slot.start),
      link: linkOf(id),
    };
    return texts[kind].replace(/\{(weekday|date|time|link)\}/g, (_, name: string) => values[name] ?? '');
  };
