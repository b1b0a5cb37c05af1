import type { MailContent } from '../../../adapters/mail/layout.ts';
import type { ChangeText } from '../../../contracts/messages/change-text.ts';
import {
  kindOfWords,
  type MessageChannel,
  type MessageWords,
} from '../../../contracts/messages/message-words.ts';
import type { TextDeparture } from '../../../contracts/messages/messages.ts';
import type { NextText } from '../../../contracts/messages/waiting-messages.ts';
import type { EventStore, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import { doneByStylist, stylistOf } from '../../../salon/parts.ts';
import { WITH_ANOTHER } from '../../../salon/stylist-words.ts';
import {
  bookingEventTypes,
  bookingStream,
  changes,
  isHandOver,
  isSameStart,
  type Slot,
} from '../../booking/appointment/events.ts';
import type { Channel } from '../channels.ts';
import { type BookingView, type Cause, causesOf, viewBooking } from '../decision/booking-view.ts';
import { hasBegun, refusalOf, textOf, wordsOf } from '../decision/decide-message.ts';
import { toTell, untoldOf } from '../decision/taken-back.ts';
import { isKeptSid, ledgerStream } from '../events.ts';
import {
  openAttempt,
  openCauses,
  type ReadLedger,
  readLedger,
  statusOf,
  toldTogether,
} from '../ledger/ledger.ts';
import { createDecideCause } from '../sending/decide-cause.ts';

interface Deps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly channels: Readonly<Record<MessageChannel, Channel>>;
  /** Whether messages become files here now, since there is nothing to send them with. */
  readonly isOutbox: Readonly<Record<MessageChannel, () => boolean>>;
  /** A mail as it is written. @param customText by staff */
  readonly mailOf: MailOf;
  now(): Date;
}

/** A change of a booking about which staff may write to its customer. */
interface ProposedChange {
  readonly kind: keyof typeof EVENT_BY_CHANGE;
  /** Its new time and end, where they are known. */
  readonly to: Partial<Pick<Slot, 'date' | 'start' | 'end'>>;
  /** Its new stylist, where that changes; null for anyone, whose name isn't known yet. */
  readonly stylistId?: string | null | undefined;
  /** Its new services, where they change. One that is offered no more has no name. */
  readonly services?: readonly { readonly id: string; readonly name: string | undefined }[] | undefined;
}

const EVENT_BY_CHANGE = {
  rescheduled: 'BookingRescheduled',
  changed: 'BookingServicesChanged',
  cancelled: 'BookingCancelled',
  reinstated: 'BookingReinstated',
} as const;

type MailOf = (
  words: MessageWords,
  bookingId: string,
  booking: BookingView,
  customText?: string,
) => Pick<MailContent, 'subject' | 'paragraphs'>;

/** A request of staff, or a change, that nobody has made yet: it would come after all others. */
const proposed = (type: Cause['type'], at: Date): Cause => ({
  id: 'proposed',
  type,
  position: '',
  at,
  byCustomer: false,
  customText: undefined,
});

/** The services of a booking after its events. */
const bookedServices = (events: readonly RecordedEvent[]) =>
  events
    .map((event) => upcast(event, bookingEventTypes))
    .flatMap((event) =>
      event.type === 'BookingRequested' || changes(event, 'services') ? [event.data.services] : [],
    )
    .at(-1) ?? [];

/** Services that it has keep the names that they were booked by. */
const namesOf = (
  services: NonNullable<ProposedChange['services']>,
  booked: ReturnType<typeof bookedServices>,
): readonly string[] =>
  services.flatMap(({ id, name }) => booked.find((one) => one.id === id)?.name ?? name ?? []);

/** The last text to a number with these words that may have reached it. */
function sameBefore(
  { ledger, claims, sentAt }: ReadLedger,
  to: string,
  text: string,
): NextText['same_before'] {
  for (const attempt of [...ledger.attempts.values()].reverse()) {
    const claim = claims.get(attempt.id);
    const status = statusOf(attempt);
    if (!claim || (status !== 'delivered' && status !== 'sent' && status !== 'no-receipt')) continue;
    const { personal } = claim.data;
    if (personal === ERASED || personal.to !== to || personal.text !== text) continue;
    const at = sentAt.get(attempt.id) ?? new Date(claim.metadata.at);
    const isKept = attempt.sid !== undefined && isKeptSid(attempt.sid);
    return { status: isKept ? 'kept' : status, at: at.toISOString() };
  }
  return null;
}

/** Tells staff what a message would say if they asked for one now, and when one that was just asked for will leave, by the sender's own rules. */
export function createNextText({ store, channels, isOutbox, mailOf, now }: Deps) {
  const channel = channels.sms;
  const { rules } = channel;
  const deciding = (name: MessageChannel) => createDecideCause({ store, channel: channels[name], now });
  const decide = { sms: deciding('sms'), email: deciding('email') };
  const readBoth = (bookingId: string, name: MessageChannel) =>
    Promise.all([store.read(bookingStream(bookingId)), store.read(ledgerStream(name, bookingId))]);

  /** The causes that are to be told already, and one that comes after them. */
  const openWith = (booking: BookingView, read: ReadLedger, last: Cause) => {
    const [changes] = toldTogether(openCauses(read.ledger, booking.causes, read.requests));
    return toTell([...changes, last], untoldOf(booking, read));
  };

  /** The usual message about a change that staff are about to make, with what is still to be told; null where there is no such booking. */
  async function proposedIn(name: MessageChannel, bookingId: string, change: ProposedChange) {
    const [events, messages] = await readBoth(bookingId, name);
    const view = viewBooking(events, name);
    const { slot } = view;
    if (slot === null || view.status === 'gone') return null;
    const timed = { ...slot, ...change.to };
    const { stylistId } = change;
    const to = {
      slotId: slot.slotId,
      date: timed.date,
      ...doneByStylist(stylistId ?? stylistOf(slot), timed),
    };
    const named = await channels[name].named({
      ...view,
      slot: to,
      ...(change.kind === 'cancelled' && { status: 'cancelled' as const }),
      ...(change.kind === 'reinstated' && {
        status: view.isConfirmed ? ('confirmed' as const) : ('pending' as const),
      }),
      ...(change.services && { services: namesOf(change.services, bookedServices(events)) }),
    });
    // In a team, anyone at its own time is anybody else.
    const isToOther = stylistId === null && isSameStart(to, slot) && named.stylist !== undefined;
    const booking = stylistId === null ? { ...named, stylist: isToOther ? WITH_ANOTHER : undefined } : named;
    const cause = {
      ...proposed(EVENT_BY_CHANGE[change.kind], now()),
      ...((isToOther || isHandOver({ ...to, from: slot })) && { isHandOver: true as const }),
    };
    const causes = openWith(booking, readLedger(messages), cause);
    return { booking, slot: to, words: wordsOf(booking, causes), causes };
  }

  return {
    /** Null where its customer gets none. */
    async nextText(bookingId: string): Promise<NextText | null> {
      const [events, messages] = await readBoth(bookingId, 'sms');
      const booking = await channel.named(viewBooking(events));
      const { reachedAt, slot } = booking;
      if (reachedAt === null || slot === null) return null;
      const isWanted = await channel.isWanted(reachedAt);
      if (refusalOf({ booking, isWanted }, rules) || hasBegun(booking, now(), rules.timeZone)) return null;
      const read = readLedger(messages);
      const causes = openWith(booking, read, proposed('MessageRequested', now()));
      const words = wordsOf(booking, causes);
      if (words === 'custom') return null;
      const text = textOf(words, { ...booking, id: bookingId, slot }, causes, rules);
      return { kind: kindOfWords(words), text, same_before: sameBefore(read, reachedAt, text) };
    },

    /**
     * The usual text about a change that staff are about to make, and the mail, also as it is in staff's own words; null where there is
     * no such booking.
     */
    async changeText(bookingId: string, change: ProposedChange): Promise<ChangeText | null> {
      const [text, mail] = await Promise.all([
        proposedIn('sms', bookingId, change),
        proposedIn('email', bookingId, change),
      ]);
      if (!text || !mail) return null;
      const mailed = (customText?: string) => {
        const words = customText === undefined ? mail.words : 'custom';
        const { subject, paragraphs } = mailOf(words, bookingId, mail.booking, customText);
        return { subject, paragraphs: [...paragraphs] };
      };
      const { subject, paragraphs } = mailed('');
      return {
        text: textOf(text.words, { ...text.booking, id: bookingId, slot: text.slot }, text.causes, rules),
        mail: { usual: mailed(), own: { subject, paragraphs: paragraphs.slice(1) } },
      };
    },

    /** When the message that was asked for last about a booking will leave, as things stand; null if the next look will end it unsent. */
    async departureOf(name: MessageChannel, bookingId: string): Promise<TextDeparture | null> {
      const [events, messages] = await readBoth(bookingId, name);
      const read = readLedger(messages);
      const last = openCauses(read.ledger, causesOf(events, name), read.requests).at(-1);
      const leaves = (waits_for: TextDeparture['waits_for'], at: Date | null = null): TextDeparture => ({
        waits_for,
        goes_out_at: at?.toISOString() ?? null,
        kept_here: isOutbox[name](),
      });
      // It may have left by now.
      if (!last) return leaves('due');
      const { decision } = await decide[name](last.id, bookingId, read);
      if (decision.do === 'wait')
        return decision.until === null ? leaves('resuming') : leaves('quiet', decision.until);
      if (decision.do !== 'send') return null;
      return leaves(openAttempt(read.ledger) ? 'before' : 'due');
    },
  };
}

export type NextTexts = ReturnType<typeof createNextText>;
