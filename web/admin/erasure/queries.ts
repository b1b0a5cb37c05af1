import { getBookingErasure, getCustomerErasure } from '../../../src/contracts/customers/erasure.ts';
import { call } from '../../api.ts';
import { defineQuery } from '../data/query.ts';
import { type Topic, topicOf } from '../data/topics.ts';

/** A part of the address of a customer or an appointment: `?erasure` leads to the certificate of its erasure. */
export const ERASURE_PARAMETER = 'erasure';

export const CUSTOMER_ERASURE = defineQuery({
  name: 'customer-erasure',
  about: (id: string): Topic[] => [topicOf('customer', id)],
  load: (id: string, { after, ...options }) =>
    call(getCustomerErasure, { ...options, params: { id }, query: { after } }),
});

export const BOOKING_ERASURE = defineQuery({
  name: 'booking-erasure',
  about: (id: string): Topic[] => [topicOf('booking', id)],
  load: (id: string, { after, ...options }) =>
    call(getBookingErasure, { ...options, params: { id }, query: { after } }),
});
