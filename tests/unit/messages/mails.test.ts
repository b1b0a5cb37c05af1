import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { htmlOf, textOf } from '../../../src/adapters/mail/layout.ts';
import type { Mail } from '../../../src/adapters/mail/mail.ts';
import { HANDED_OVER, USUAL_MAILS } from '../../../src/adapters/salon-profile/usual-mails.ts';
import { isUsual, type MessageWords } from '../../../src/contracts/messages/message-words.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { mailRowId } from '../../../src/features/messages/channels.ts';
import { viewBooking } from '../../../src/features/messages/decision/booking-view.ts';
import { MessageKind } from '../../../src/features/messages/events.ts';
import { createMessageAppends } from '../../../src/features/messages/ledger/append.ts';
import { mailContent } from '../../../src/features/messages/mails/mail-content.ts';
import { createMailLimits, STRANGERS_LIMITS } from '../../../src/features/messages/mails/mail-limits.ts';
import { createSendMail } from '../../../src/features/messages/mails/send-mail.ts';
import { createMessenger } from '../../../src/features/messages/queue/messenger.ts';
import type { NewRow } from '../../../src/features/messages/queue/queue.ts';
import type { CausedBy } from '../../../src/features/messages/texts/text-limits.ts';
import { calendarFile } from '../../../src/salon/calendar-file.ts';
import { recorded } from '../../projections/events.ts';
import { memoryCounts } from '../../support/booking/admission-world.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import {
  BOOKING_ID,
  booked,
  byCustomer,
  messageRules,
  NOON,
  rescheduled,
} from '../../support/messages/message-facts.ts';

const BRAND = {
  name: 'Lumière & Co',
  address: 'Contra Costa Blvd',
  phone: '(925) 555-0142',
  phoneE164: '+19255550142',
  publicUrl: 'https://salon.example',
};
const MAILS = { ...USUAL_MAILS, 'handed-over': HANDED_OVER.mail };
const LINKS = { manage: 'https://salon.example/b/abc', book: 'https://salon.example/book' };
const told = {
  slot: { date: '2026-11-24', start: 600, end: 660 },
  services: ['Haircut', 'Gloss <new>'],
  isCancelled: false,
};

describe('a mail', () => {
  it.each(MessageKind.options)(
    'of the kind %s says what, when and where to change it, in both forms',
    (kind) => {
      const words = isUsual(kind) ? undefined : 'Hello <b>there</b>';
      const isCancelled = kind === 'cancelled';
      const content = mailContent(
        kind,
        { salon: BRAND.name, usual: MAILS },
        { ...told, isCancelled },
        LINKS,
        words,
      );
      const text = textOf(content, BRAND);
      const html = htmlOf(content, BRAND);
      expect(text).toContain('Tuesday, November 24');
      expect(text).toContain('10:00 AM');
      expect(text).toContain('Haircut and Gloss <new>');
      expect(html).toContain('Gloss &lt;new&gt;');
      expect(html).not.toContain('<b>');
      expect(text).toContain(isCancelled ? LINKS.book : LINKS.manage);
      expect(content.subject.length).toBeLessThanOrEqual(100);
      expect(/\bcalendar\b/.test(text)).toBe(kind !== 'reminder' && kind !== 'late');
      if (kind === 'changed') expect(text).toContain('ends at 11:00 AM.');
      if (words) expect(text).toContain(words);
    },
  );

  it('names the stylist where the salon is a team, and says who has an appointment now', () => {
    const contentOf = (kind: MessageWords, words?: string) =>
      mailContent(kind, { salon: BRAND.name, usual: MAILS }, { ...told, stylist: 'with Ann' }, LINKS, words);
    const when = 'Tuesday, November 24 at 10:00 AM';
    const [confirmed, handedOver] = [contentOf('confirmed'), contentOf('handed-over')];
    expect(confirmed.paragraphs).toEqual([
      `We look forward to seeing you on ${when} with Ann for Haircut and Gloss <new>.`,
    ]);
    expect(confirmed.subject).toBe(`Confirmed: ${when} at {name}`);
    expect(handedOver.paragraphs).toEqual([
      `Your appointment for Haircut and Gloss <new> on ${when} is now with Ann.`,
    ]);
    expect(contentOf('custom', 'Hello').paragraphs.at(-1)).toBe(`Haircut and Gloss <new>, ${when} with Ann`);
  });
});

describe('the mail server', () => {
  const slot = { slotId: 'any', date: '2026-11-24', start: 600, end: 660 };
  const booking = { ...viewBooking([]), status: 'confirmed' as const, slot, services: ['Haircut'] };

  async function sent(kind: MessageKind, text: string) {
    const mails: Mail[] = [];
    const send = createSendMail({
      isOutbox: () => false,
      mailer: {
        async send(mail) {
          mails.push(mail);
          return { outcome: 'sent' };
        },
      },
      sender: { name: BRAND.name, address: 'hello@salon.example' },
      brand: BRAND,
      mails: () => MAILS,
      timeZone: 'America/Los_Angeles',
      linkOf: () => LINKS.manage,
      now: () => NOON,
    });
    const about = { bookingId: BOOKING_ID, mailId: BOOKING_ID, booking };
    await send({ to: 'a@b.example', text, words: kind, ...about });
    return mails[0];
  }

  it('gets the very text that was recorded', async () => {
    expect((await sent('confirmed', 'as it was recorded'))?.text).toBe('as it was recorded');
  });

  it('gets the words of staff with what the mail is about', async () => {
    const text = (await sent('custom', 'See you at the other door.'))?.text;
    expect(text).toContain('See you at the other door.');
    expect(text).toContain(LINKS.manage);
  });

  it('gets no calendar entry with a mail about being late', async () => {
    expect((await sent('custom', 'Another time'))?.calendar).toBeDefined();
    const late = await sent('late', 'Fifteen minutes');
    expect(late?.calendar).toBeUndefined();
    expect(late?.text).not.toMatch(/calendar/);
  });
});

describe('the channel of mails', () => {
  it('goes by the address alone, also where texts are unwanted', () => {
    const personal = { ...booked().data, email: 'a@b.example', phone: '+1', phoneE164: '+1' };
    const view = (data: object) =>
      viewBooking(
        recorded(
          byCustomer(booked({ smsConsent: false, ...data })).map((said) => ({
            ...said,
            stream: bookingStream(BOOKING_ID),
          })),
        ),
        'email',
      );
    expect(view({ personal })).toMatchObject({ reachedAt: 'a@b.example', smsConsent: true });
    expect(view({ personal: { ...personal, email: null } }).reachedAt).toBeNull();
  });
});

describe('a mailbox', () => {
  it('gets a limited number of mails about bookings of strangers, and all about bookings that staff made or confirmed', async () => {
    let seconds = 0;
    const counts = createMailLimits(memoryCounts(() => seconds).counts(), (...what) => what.join(' '));
    const allow = (to: string, causeId: string, causedBy: CausedBy = 'anybody') =>
      counts.allow({ to, causeId, causedBy });
    const perHour = STRANGERS_LIMITS[0]?.most ?? 0;
    for (let mail = 0; mail < perHour; mail += 1)
      expect(await allow('ann+salon@gmail.com', `cause ${mail}`)).toBe('allowed');
    // The mail server was away, so it is tried again.
    expect(await allow('ann@gmail.com', 'cause 0')).toBe('allowed');
    expect(await allow('ann@gmail.com', 'one more')).toBe('unconfirmed-over-cap');
    expect(await allow('bo@gmail.com', 'another')).toBe('allowed');
    expect(await allow('ann@gmail.com', 'by staff', 'salon')).toBe('allowed');
    for (let mail = 0; mail < perHour / 2; mail += 1)
      expect(await allow('ann@gmail.com', `by link ${mail}`, 'link')).toBe('allowed');
    expect(await allow('ann@gmail.com', 'one more by link', 'link')).toBe('over-cap');
    expect(await allow('ann@gmail.com', 'by staff again', 'salon')).toBe('allowed');
    seconds += 3_600;
    expect(await allow('ann@gmail.com', 'an hour later')).toBe('allowed');
  });
});

describe('the messenger', () => {
  const events = recorded(
    byCustomer(booked(), rescheduled()).map((said) => ({ ...said, stream: bookingStream(BOOKING_ID) })),
  );

  /** The rows that it leaves for a booking that is made and moved. */
  async function rowsLeft() {
    const rows: NewRow[] = [];
    const messenger = createMessenger<null>({
      log: memoryEventStore(),
      appends: createMessageAppends({ store: memoryEventStore(), now: () => NOON }),
      tables: {
        async add(_, more) {
          rows.push(...more);
        },
        begin: async () => {},
      },
      rules: messageRules,
    });
    await messenger.handle({ events, caughtUp: true, position: events.at(-1)?.position ?? '' } as never);
    await messenger.save(null);
    return rows;
  }

  it('leaves a row of its own for the mail about each cause', async () => {
    const both = await rowsLeft();
    const texts = both.filter(({ mailOf }) => mailOf === undefined);
    expect(texts.length).toBeGreaterThan(2);
    expect(both.filter(({ mailOf }) => mailOf !== undefined)).toEqual(
      texts.map((row) => ({ ...row, causeId: mailRowId(row.causeId), mailOf: row.causeId })),
    );
    expect(new Set(both.map(({ causeId }) => causeId)).size).toBe(both.length);
  });
});

describe('an invitation', () => {
  const entry = {
    uid: 'one',
    sequence: 3,
    status: 'CANCELLED',
    start: new Date('2026-11-24T18:00:00Z'),
    end: new Date('2026-11-24T18:30:00Z'),
    stamp: new Date('2026-11-20T18:00:00Z'),
    summary: 'Cut',
    description: '',
    location: '',
  } as const;

  it('names its sender and its recipient, and expects no answer', () => {
    const organizer = { name: 'Lumière, "Co"', address: 'hello@salon.example' };
    const file = calendarFile(entry, { method: 'CANCEL', organizer, attendee: 'ada@example.com' });
    const calendar = new ICAL.Component(ICAL.parse(file));
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    const [event] = calendar.getAllSubcomponents('vevent');
    expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(event?.getFirstPropertyValue('organizer')).toBe('mailto:hello@salon.example');
    expect(String(event?.getFirstProperty('attendee')?.getFirstValue()).toLowerCase()).toBe(
      'mailto:ada@example.com',
    );
    expect(event?.getFirstProperty('attendee')?.getParameter('rsvp')).toBe('FALSE');
    expect(event?.getFirstPropertyValue('sequence')).toBe(3);
  });

  it('is none in the file of the private link', () => {
    const calendar = new ICAL.Component(ICAL.parse(calendarFile(entry)));
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    const [event] = calendar.getAllSubcomponents('vevent');
    expect(event?.getFirstProperty('organizer')).toBeNull();
  });
});
