import { describe, expect, it } from 'vitest';
import {
  endAfter,
  rowsOf,
  shortenedTo,
  sumText,
  wantedServices,
} from '../../../../web/admin/bookings/length/services-form.ts';

const cut = { id: 'cut', name: 'Cut', price: '$65.00', duration: 60 };
const toner = { id: 'toner', name: 'Toner', price: 'Price Varies', duration: 30 };
const rows = [cut, toner];
const typed = { ids: ['cut', 'toner'], prices: {}, minutes: {} };
const visit = { appointment_time: '10:00 AM', duration: 75, services: [cut] };

describe('the services of an appointment that are changed', () => {
  it('are sent with a price or a duration only where another one was typed', () => {
    expect(wantedServices(rows, typed)).toEqual([{ id: 'cut' }, { id: 'toner' }]);
    const same = { ...typed, prices: { cut: '$65', toner: '' }, minutes: { cut: '60' } };
    expect(wantedServices(rows, same)).toEqual([{ id: 'cut' }, { id: 'toner' }]);
    const other = { ...typed, prices: { cut: '0', toner: '35.50' }, minutes: { toner: '25' } };
    expect(wantedServices(rows, other)).toEqual([
      { id: 'cut', price_cents: 0 },
      { id: 'toner', price_cents: 3_550, duration: 25 },
    ]);
  });

  it('stay as they were booked, also when they are not offered any more', () => {
    expect(rowsOf(['cut', 'perm'], [cut], [])).toEqual([cut]);
  });

  it('cost their sum, and say what is open', () => {
    expect(sumText(rows, typed)).toBe('$65.00 + Price Varies');
    expect(sumText(rows, { ...typed, prices: { toner: '35' } })).toBe('$100.00');
  });

  it('keep the end as long as they take as long as before, and else set it', () => {
    expect(endAfter(visit, 60)).toBe(675);
    expect(endAfter(visit, 90)).toBe(690);
  });

  it('are shortened from the last one on, down to five minutes', () => {
    const services = wantedServices(rows, typed);
    expect(shortenedTo(services, rows, 80)).toEqual([{ id: 'cut' }, { id: 'toner', duration: 20 }]);
    expect(shortenedTo(services, rows, 45)).toEqual([
      { id: 'cut', duration: 40 },
      { id: 'toner', duration: 5 },
    ]);
    expect(shortenedTo(services, rows, 5)).toBeUndefined();
    expect(shortenedTo(services, rows, 90)).toBeUndefined();
  });
});
