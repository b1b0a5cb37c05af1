import { describe, expect, it } from 'vitest';
import { decideMessage } from '../../../src/features/messages/decision/decide-message.ts';
import { id } from '../../support/booking/booking-facts.ts';
import {
  at,
  BOOKING_ID,
  booked,
  byCustomer,
  byStaff,
  CONFIRMED,
  cancelled,
  consent,
  corrected,
  deciding,
  handedOver,
  lengthened,
  messageRules,
  NOON,
  NUMBER,
  reinstated,
  rescheduled,
  servicesChanged,
} from '../../support/messages/message-facts.ts';

const OWN = { notice: 'custom', personal: { message: 'See you a day later!' } };
const NIGHT = at('2026-11-21T06:00:00Z');

describe('several changes become one text about the last state', () => {
  it.each<[string, ReturnType<typeof byCustomer>, string]>([
    ['a booking', byCustomer(booked()), 'booked 2026-11-24 600'],
    ['a booking by staff', byStaff(booked({ status: 'confirmed' })), 'confirmed 2026-11-24 600'],
    ['confirmed at once', [...byCustomer(booked()), ...byStaff(CONFIRMED)], 'confirmed 2026-11-24 600'],
    ['moved at once', byCustomer(booked(), rescheduled()), 'booked 2026-11-25 720'],
    [
      'moved and confirmed',
      [...byCustomer(booked(), rescheduled()), ...byStaff(CONFIRMED)],
      'confirmed 2026-11-25 720',
    ],
    ['cancelled at once', byCustomer(booked(), cancelled()), 'cancelled 2026-11-24 600'],
    ['moved and cancelled', byCustomer(booked(), rescheduled(), cancelled()), 'cancelled 2026-11-25 720'],
    [
      'cancelled and reinstated',
      [...byCustomer(booked(), cancelled()), ...byStaff(reinstated)],
      'booked 2026-11-24 600',
    ],
    [
      'made longer and moved',
      [...byCustomer(booked()), ...byStaff(lengthened(), rescheduled())],
      'booked 2026-11-25 720',
    ],
    [
      'moved in staff’s words',
      [...byCustomer(booked()), ...byStaff(rescheduled(OWN))],
      'See you a day later!',
    ],
    [
      'their words are not the last',
      [...byCustomer(booked()), ...byStaff(rescheduled(OWN), CONFIRMED)],
      'confirmed 2026-11-25 720',
    ],
    [
      'their words are about a time that has changed silently',
      [...byCustomer(booked()), ...byStaff(rescheduled(OWN), rescheduled({ notice: 'none' }))],
      'booked 2026-11-25 720',
    ],
    [
      'moved silently',
      [...byCustomer(booked()), ...byStaff(rescheduled({ notice: 'none' }))],
      'booked 2026-11-25 720',
    ],
  ])('%s', (_, history, text) => {
    const { decision, booking } = deciding(history);
    expect(decision).toMatchObject({ do: 'send', to: NUMBER, text });
    expect('causes' in decision && decision.causes).toEqual(booking.causes.map((cause) => cause.id));
  });

  it('is about a new time, and says no less for other services after it', () => {
    const { decide, booking } = deciding([
      ...byCustomer(booked()),
      ...byStaff(rescheduled(), servicesChanged()),
    ]);
    expect(decide(booking.causes.slice(-2))).toMatchObject({ do: 'send', kind: 'rescheduled' });
  });

  it('goes to the number as it was corrected', () => {
    const { decision } = deciding([...byCustomer(booked()), ...byStaff(corrected('+19255550199'))]);
    expect(decision).toMatchObject({ do: 'send', to: '+19255550199', text: 'booked 2026-11-24 600' });
  });

  it('goes nowhere once the customer is erased, even if a number is written beside it', () => {
    const erased = { type: 'BookingErased', data: {} };
    const { decision } = deciding([...byCustomer(booked()), ...byStaff(erased, corrected('+19255550199'))]);
    expect(decision).toMatchObject({ do: 'suppress', why: 'gone' });
  });

  it.each([
    ['confirmed', [...byCustomer(booked()), ...byStaff(CONFIRMED)]],
    ['rescheduled', [...byCustomer(booked()), ...byStaff(rescheduled())]],
    ['reinstated', [...byCustomer(booked()), ...byStaff(cancelled(), reinstated)]],
    ['cancelled', [...byCustomer(booked()), ...byStaff(cancelled())]],
    ['custom', [...byCustomer(booked()), ...byStaff(cancelled(OWN))]],
    ['changed', [...byCustomer(booked()), ...byStaff(lengthened())]],
    ['changed', [...byCustomer(booked()), ...byStaff(servicesChanged())]],
    ['custom', [...byCustomer(booked()), ...byStaff(lengthened(), servicesChanged('Toner', OWN))]],
  ])('a text of its own when it comes after what was told before: %s', (kind, history) => {
    const { decide, booking } = deciding(history);
    expect(decide(booking.causes.slice(-1))).toMatchObject({ do: 'send', kind });
  });

  it('says only who does it where it was handed over, and is recorded as about a move', () => {
    const wordsOfLast = (count: number, changes: ReturnType<typeof handedOver>[], stylist?: string) => {
      const history = [...byCustomer(booked()), ...byStaff(...changes)];
      const { booking } = deciding(history);
      return deciding(history, { booking: { ...booking, stylist } }).decide(booking.causes.slice(-count));
    };
    const handed = handedOver(id(2));
    expect(wordsOfLast(1, [handed], 'with Ann')).toMatchObject({ kind: 'rescheduled', words: 'handed-over' });
    expect(wordsOfLast(2, [handed, rescheduled()], 'with Ann')).toMatchObject({ words: 'rescheduled' });
    // The name of the new stylist was erased meanwhile.
    expect(wordsOfLast(1, [handed])).toMatchObject({ kind: 'rescheduled', words: 'rescheduled' });
  });

  it('tells the present state when staff press the button, in any state', () => {
    const request = {
      id: id(70),
      type: 'MessageRequested' as const,
      position: 'f'.repeat(32),
      at: NOON,
      byCustomer: false,
      customText: undefined,
    };
    for (const [history, kind] of [
      [byCustomer(booked()), 'booked'],
      [[...byCustomer(booked()), ...byStaff(CONFIRMED)], 'confirmed'],
      [byCustomer(booked(), cancelled()), 'cancelled'],
    ] as const)
      expect(deciding(history).decide([request])).toMatchObject({ do: 'send', kind });
  });
});

describe('nothing is sent', () => {
  it.each([
    ['booked', 0],
    ['confirmed', 1],
    ['custom', 2],
    ['cancelled', 3],
  ])('and it is told what the change would have been told as, whatever came later: %s', (kind, change) => {
    const history = [
      ...byCustomer(booked({ smsConsent: false })),
      ...byStaff(CONFIRMED, rescheduled(OWN), cancelled()),
    ];
    const { decide, booking } = deciding(history);
    expect(decide(booking.causes.slice(change, change + 1))).toMatchObject({ do: 'suppress', kind });
  });

  const refusal = (history: ReturnType<typeof byCustomer>, context = {}) => {
    const { decision } = deciding(history, context);
    return decision.do === 'suppress' ? decision.why : decision.do;
  };
  const erased = booked({ personal: 'erased' });
  const german = booked({ personal: { ...personal(), phoneE164: '+4930123456' } });
  function personal() {
    return { name: 'Ann', email: null, phone: '', phoneE164: null as string | null, notes: null };
  }

  it.each<[string, ReturnType<typeof byCustomer>, object, string]>([
    ['without consent', byCustomer(booked({ smsConsent: false })), {}, 'no-consent'],
    ['after consent was withdrawn', [...byCustomer(booked()), ...byStaff(consent(false))], {}, 'no-consent'],
    ['to a number that opted out', byCustomer(booked()), { isWanted: false }, 'opted-out'],
    [
      'to a number that opted out, without consent either',
      byCustomer(booked({ smsConsent: false })),
      { isWanted: false },
      'opted-out',
    ],
    ['to no number', byCustomer(booked({ personal: personal() })), {}, 'no-number'],
    ['of an erased customer', byCustomer(erased), {}, 'no-number'],
    ['to a country that is excluded', byCustomer(german), {}, 'country-excluded'],
    ['once it has begun', byCustomer(booked()), { now: at('2026-11-24T18:00:00Z') }, 'too-late'],
    [
      'about a deleted booking',
      [...byCustomer(booked()), ...byStaff({ type: 'BookingDeleted', data: { slotId: id(1) } })],
      {},
      'gone',
    ],
    [
      'of what came before a silent cancellation',
      [...byCustomer(booked()), ...byStaff(cancelled({ notice: 'none' }))],
      {},
      'silent',
    ],
    ['that may have been sent before a restore', byCustomer(booked()), { sending: restored() }, 'restored'],
  ])('%s', (_, history, context, why) => {
    expect(refusal(history, context)).toBe(why);
  });

  function restored() {
    return { paused: false, watermark: 'f'.repeat(32), watermarkAt: NOON };
  }

  it('is sent again once consent is given again', () => {
    expect(refusal([...byCustomer(booked()), ...byStaff(consent(false), consent(true))])).toBe('send');
  });

  it('a text about a change after a silent cancellation is sent', () => {
    const { booking, decide } = deciding([
      ...byCustomer(booked()),
      ...byStaff(cancelled({ notice: 'none' }), reinstated),
    ]);
    const [first, last] = booking.causes;
    expect(decide(booking.causes)).toEqual({
      do: 'suppress',
      causes: [first?.id],
      why: 'silent',
      kind: 'booked',
    });
    expect(decide([last].flatMap((cause) => cause ?? []))).toMatchObject({ do: 'send', kind: 'reinstated' });
  });
});

describe('it waits', () => {
  const PAUSED = { paused: true, watermark: '', watermarkAt: at('2026-01-01T00:00:00Z') };

  it('while sending is paused, for whomever', () => {
    expect(deciding(byCustomer(booked()), { sending: PAUSED }).decision).toEqual({ do: 'wait', until: null });
  });

  it('at night, for the morning, unless it answers the customer', () => {
    const { decision } = deciding(byStaff(booked()), { now: NIGHT });
    expect(decision).toEqual({ do: 'wait', until: at('2026-11-21T16:00:00Z') });
    expect(deciding(byCustomer(booked()), { now: NIGHT }).decision.do).toBe('send');
    const answered = [...byStaff(booked()), ...byCustomer(rescheduled())];
    expect(deciding(answered, { now: NIGHT }).decision.do).toBe('send');
  });
});

describe('a reminder', () => {
  const reminded = (history: ReturnType<typeof byCustomer>, context = {}, isCurrent = true) => {
    const { booking } = deciding(history);
    const decision = decideMessage(
      {
        bookingId: BOOKING_ID,
        booking,
        causes: { reminder: id(80), isCurrent },
        untold: [],
        lastTold: undefined,
        isWanted: true,
        sending: { paused: false, watermark: 'f'.repeat(32), watermarkAt: at('2026-01-01T00:00:00Z') },
        now: at('2026-11-23T18:00:00Z'),
        ...context,
      },
      messageRules,
    );
    return decision.do === 'suppress' ? decision.why : decision.do === 'send' ? decision.text : decision;
  };
  const cases: readonly [string, ReturnType<typeof byCustomer>, object, boolean, unknown][] = [
    [
      'is sent, also for what was booked before a restore',
      byCustomer(booked()),
      {},
      true,
      'reminder 2026-11-24 600',
    ],
    ['of another slot is stale', byCustomer(booked(), rescheduled()), {}, false, 'stale-reminder'],
    ['of a cancelled booking is stale', byCustomer(booked(), cancelled()), {}, true, 'stale-reminder'],
    [
      'of an appointment that has begun is too late',
      byCustomer(booked()),
      { now: at('2026-11-24T18:00:00Z') },
      true,
      'too-late',
    ],
    [
      'waits for its time',
      byCustomer(booked()),
      { now: NOON },
      true,
      { do: 'wait', until: at('2026-11-23T18:00:00Z') },
    ],
    ['needs consent', byCustomer(booked({ smsConsent: false })), {}, true, 'no-consent'],
    [
      'that was due before a restore may have been sent',
      byCustomer(booked()),
      { sending: { paused: false, watermark: '', watermarkAt: at('2026-11-23T18:00:00Z') } },
      true,
      'restored',
    ],
    [
      'waits for the morning, whoever booked',
      byCustomer(booked()),
      { now: at('2026-11-24T06:00:00Z') },
      true,
      { do: 'wait', until: at('2026-11-24T16:00:00Z') },
    ],
  ];
  it.each(cases)('%s', (_, history, context, isCurrent, expected) => {
    expect(reminded(history, context, isCurrent)).toEqual(expected);
  });
});
