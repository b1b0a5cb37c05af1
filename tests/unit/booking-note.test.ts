import { describe, expect, it } from 'vitest';
import { type BookingCommand, bookingDecider } from '../../src/features/booking/appointment/decider.ts';
import type { BookingEvent } from '../../src/features/booking/appointment/events.ts';
import {
  cancelled,
  completed,
  confirmed,
  deleted,
  given,
  reinstated,
  requested,
} from '../support/booking/booking-facts.ts';

const FORMULA = '6N + 7G 1:1, 20 vol, 35 minutes';
const note = (text: string | null = FORMULA): BookingCommand => ({ kind: 'NoteVisit', text });
const noted = (text: string | null = FORMULA): BookingEvent => ({
  type: 'VisitNoted',
  data: { personal: { text } },
});
const erased: BookingEvent = { type: 'BookingErased', data: {} };

describe('noting a visit', () => {
  it.each([
    ['pending', [requested()]],
    ['confirmed', [requested(), confirmed]],
    ['completed', [requested(), completed]],
    ['cancelled', [requested(), cancelled()]],
  ] as const)('is recorded of a booking that is %s, and changes nothing else', (_, history) => {
    given(...history)
      .when(note())
      .thenRecords(noted());
    expect(given(...history, noted()).state).toEqual(given(...history).state);
  });

  it('is recorded again even if it says the same, since no personal text decides anything', () => {
    given(requested(), noted()).when(note()).thenRecords(noted());
    given(requested(), noted()).when(note(null)).thenRecords(noted(null));
  });

  it('is no decision about the appointment', () => {
    expect(bookingDecider.uncounted).toContain('VisitNoted');
  });

  it('refuses a booking whose customer is erased, also once it is reinstated', () => {
    given(requested(), noted(), erased).when(note()).thenRefuses('customer-not-found');
    given(requested(), cancelled(), erased, reinstated).when(note()).thenRefuses('customer-not-found');
  });

  it('refuses a booking that is deleted or unknown', () => {
    given(requested(), deleted()).when(note()).thenRefuses('booking-not-found');
    given().when(note()).thenRefuses('booking-not-found');
  });
});
