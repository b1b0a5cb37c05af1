import {
  type LucideIcon,
  MessageSquareOff,
  MessageSquareWarning,
  StickyNote,
  TriangleAlert,
} from 'lucide-react';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import { stylistWords } from '../../../src/salon/stylist-words.ts';
import { capital } from '../ui/capital.ts';
import { outsideWords } from './booking-text.ts';
import { notDelivered } from './messages/message-text.ts';

/** Something about an appointment that staff should notice. */
export interface BookingIcon {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly colour: string;
}

type IconFacts = Pick<AdminBooking, 'notes' | 'sms_consent' | 'status' | 'stylist'> & {
  readonly outside_hours?: boolean;
};

/** @param undelivered the channel of the last message about it, if that did not reach the customer */
export function bookingIconsOf(
  { notes, sms_consent, status, stylist, outside_hours = false }: IconFacts,
  undelivered: MessageChannel | undefined,
): readonly BookingIcon[] {
  const isOver = status === 'cancelled' || status === 'completed';
  const icons: readonly (BookingIcon | false)[] = [
    undelivered !== undefined && {
      words: notDelivered(undelivered).toLowerCase(),
      icon: MessageSquareWarning,
      colour: 'text-bad',
    },
    outside_hours &&
      !isOver && {
        words: outsideWords(stylist && stylistWords(stylist)),
        icon: TriangleAlert,
        colour: 'text-warn',
      },
    Boolean(notes) && { words: 'has a note', icon: StickyNote, colour: 'text-stone' },
    !sms_consent && !isOver && { words: 'no text messages', icon: MessageSquareOff, colour: 'text-stone' },
  ];
  return icons.filter((icon) => icon !== false);
}

/** Icons with what staff should notice about an appointment. Each has a text for screen readers. */
export const BookingIcons = ({
  booking,
  undelivered,
}: {
  booking: IconFacts;
  undelivered: MessageChannel | undefined;
}) =>
  bookingIconsOf(booking, undelivered).map(({ words, icon: Icon, colour }) => (
    <span key={words} title={capital(words)}>
      <Icon aria-hidden="true" className={`ml-1.5 inline size-3.5 ${colour}`} />
      <span className="sr-only">, {words}</span>
    </span>
  ));
