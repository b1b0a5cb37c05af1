import { describe, expect, it } from 'vitest';
import {
  EMPTY_WIZARD,
  keyFor,
  reachableStep,
  Wizard,
  withDate,
  withServices,
  withServiceToggled,
  withTime,
} from '../../../web/features/booking/wizard.ts';

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

  it('forgets why it led back once a new time is chosen, not when the old one is dropped', () => {
    const ledBack = { ...CHOSEN, notice: 'That time was just taken.' };
    expect(withTime(ledBack, null).notice).toBe('That time was just taken.');
    expect(withTime(ledBack, '11:00 AM').notice).toBeNull();
  });

  it('holds no more services than one booking may have', () => {
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
  ] as const)('asked for %s, shows the last step whose ground is laid', (asked, wizard, step) => {
    expect(reachableStep(asked, wizard)).toBe(step);
  });

  it('keeps the key of an unanswered request, and takes a new one for any other', () => {
    const waiting = { ...CHOSEN, attempt: { key: 'old', request: '{"a":1}' } };
    expect(keyFor(waiting, '{"a":1}', () => 'new')).toBe('old');
    expect(keyFor(waiting, '{"a":2}', () => 'new')).toBe('new');
    expect(keyFor(CHOSEN, '{"a":1}', () => 'new')).toBe('new');
  });

  it('is restored from what it stores', () => {
    expect(Wizard.parse(JSON.parse(JSON.stringify(CHOSEN)))).toEqual(CHOSEN);
  });
});
