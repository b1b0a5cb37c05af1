import { describe, expect, it } from 'vitest';
import {
  keyFor,
  withParkedAttempt,
  withResumedAttempt,
} from '../../../web/features/booking/wizard/booking-attempts.ts';
import { readWizard, type Wizard } from '../../../web/features/booking/wizard/stored-wizard.ts';
import {
  EMPTY_WIZARD,
  isHeld,
  reachableStep,
  withDate,
  withServices,
  withServiceToggled,
  withTime,
  withWish,
} from '../../../web/features/booking/wizard/wizard.ts';

const CHOSEN: Wizard = { ...EMPTY_WIZARD, services: ['perm'], date: '2026-11-24', time: '10:30 AM' };

describe('the wizard', () => {
  it('clears the time, and keeps the date, when the services change', () => {
    expect(withServiceToggled(CHOSEN, 'updo')).toEqual({ ...CHOSEN, services: ['perm', 'updo'], time: null });
    expect(withServiceToggled(CHOSEN, 'perm')).toEqual({ ...CHOSEN, services: [], time: null });
  });

  it('clears the time when a date is chosen, the same one included', () => {
    expect(withDate(CHOSEN, '2026-11-24').time).toBeNull();
    expect(withDate(CHOSEN, '2026-11-25')).toEqual({ ...CHOSEN, date: '2026-11-25', time: null });
  });

  it('clears its notice when a new time is chosen, not when the old one is cleared', () => {
    const withNotice = { ...CHOSEN, notice: 'That time was just taken.' };
    expect(withTime(withNotice, null).notice).toBe('That time was just taken.');
    expect(withTime(withNotice, '11:00 AM').notice).toBeNull();
  });

  it('notes a wish once, after what the notes say already', () => {
    const noted = withWish(
      { ...CHOSEN, customer: { ...CHOSEN.customer, notes: 'Allergic to ammonia.' } },
      'Balayage',
    );
    expect(noted.wish).toBe('Balayage');
    expect(noted.customer.notes).toBe('Allergic to ammonia.\nBalayage');
    expect(withWish(noted, 'Balayage')).toEqual(noted);
    expect(withWish(CHOSEN, 'Balayage').customer.notes).toBe('Balayage');
  });

  it('reads what an older release stored, without a wish', () => {
    const { wish: _, ...older } = CHOSEN;
    expect(readWizard({ state: older, version: 0 })).toEqual(CHOSEN);
  });

  it.each(['', null, { state: null }, { state: { services: [7] } }])(
    'takes nothing of what is wrong: %j',
    (stored) => {
      expect(readWizard(stored)).toEqual({});
    },
  );

  it('takes no more services than one booking may have', () => {
    const many = Array.from({ length: 30 }, (_, index) => `service-${index}`);
    expect(withServices(EMPTY_WIZARD, many).services).toHaveLength(20);
  });

  it.each([
    ['checkout', CHOSEN, 'checkout'],
    ['checkout', { ...CHOSEN, time: null }, 'datetime'],
    ['checkout', { ...CHOSEN, date: null }, 'datetime'],
    ['checkout', EMPTY_WIZARD, 'services'],
    ['datetime', CHOSEN, 'datetime'],
    ['datetime', EMPTY_WIZARD, 'services'],
    ['payment', CHOSEN, 'services'],
    [null, CHOSEN, 'services'],
  ] as const)(
    'shows the requested step %s, or the last one whose choices are made',
    (requested, wizard, step) => {
      expect(reachableStep(requested, wizard)).toBe(step);
    },
  );

  it('keeps the key of a request without a response, and uses a new one for any other', () => {
    const waiting = { ...CHOSEN, attempt: { key: 'old', request: '{"a":1}' } };
    expect(keyFor(waiting, '{"a":1}', () => 'new')).toBe('old');
    expect(keyFor(waiting, '{"a":2}', () => 'new')).toBe('new');
    expect(keyFor(CHOSEN, '{"a":1}', () => 'new')).toBe('new');
  });

  it('goes on with a request that a code is asked for under its key, and keeps it from counting as unanswered', () => {
    const sent = { ...CHOSEN, attempt: { key: 'old', request: '{"a":1}' } };
    const parked = withParkedAttempt(sent);
    expect(parked).toEqual({ ...CHOSEN, asked: sent.attempt });
    expect(keyFor(parked, '{"a":1}', () => 'new')).toBe('old');
    const held = { key: 'old', request: '{"a":1,"hold_id":2}' };
    const resumed = withResumedAttempt(parked, held.request);
    expect(resumed).toEqual({ ...CHOSEN, attempt: held, asked: held });
    expect(keyFor(withParkedAttempt(resumed), held.request, () => 'new')).toBe('old');
    expect(keyFor(resumed, '{"a":1,"hold_id":3}', () => 'new')).toBe('old');
    expect(keyFor(resumed, '{"a":2,"hold_id":2}', () => 'new')).toBe('new');
    expect(withResumedAttempt(CHOSEN, '{}')).toEqual(CHOSEN);
  });

  it('marks its hold as released when the choice changes, and keeps its id', () => {
    const held = { ...CHOSEN, hold: { id: '20261124-6a3f-8a44-9c1b-2f3d4e5a6b7c', until: 1_000 } };
    const given = { ...held.hold, until: null };
    expect(withTime(held, '11:00 AM').hold).toEqual(given);
    expect(withTime(held, null).hold).toEqual(given);
    expect(withDate(held, '2026-11-24').hold).toEqual(given);
    expect(withServices(held, ['updo']).hold).toEqual(given);
    expect(withTime(held, '10:30 AM').hold).toEqual(held.hold);
    expect(withTime(CHOSEN, '11:00 AM').hold).toBeNull();
  });

  it('is held until the end of its hold', () => {
    const hold = { id: '20261124-6a3f-8a44-9c1b-2f3d4e5a6b7c', until: 1_000 };
    expect(isHeld(hold, 999)).toBe(true);
    expect(isHeld(hold, 1_000)).toBe(false);
    expect(isHeld({ ...hold, until: null }, 999)).toBe(false);
    expect(isHeld(null, 0)).toBe(false);
  });

  it('is restored from what it stores', () => {
    expect(readWizard(JSON.parse(JSON.stringify({ state: CHOSEN })))).toEqual(CHOSEN);
  });
});
