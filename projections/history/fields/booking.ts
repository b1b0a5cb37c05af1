import { METHOD_WORDS } from '../../../src/contracts/bookings/method-words.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { BookingEvent, Paid, Slot } from '../../../src/features/booking/appointment/events.ts';
import { noticesOf } from '../../../src/features/booking/notice/events.ts';
import { dollars } from '../../../src/salon/money.ts';
import { stylistOf } from '../../../src/salon/parts.ts';
import { formatTime } from '../../../src/salon/salon-time.ts';
import { linesOf } from '../../paid.ts';
import type { Fields, Names, Tell } from './fields.ts';

const endOf = ({ end }: Pick<Slot, 'end'>): Fields => ({ end_time: formatTime(end) });

/** @param before the fields so far, which name an end once it was changed by itself */
const timeOf = ({ date, start, end, parts }: Slot, names: Names, before: Fields = {}): Fields => ({
  appointment_date: date,
  appointment_time: formatTime(start),
  ...names.stylist(stylistOf({ parts })),
  ...('end_time' in before && endOf({ end })),
});

type Noticed = Parameters<typeof noticesOf>[0] & {
  readonly personal?: { readonly message?: string | undefined } | typeof ERASED | undefined;
};

/** The message that its customer gets about a change, and how, where not in every way. */
function noticeOf({ personal, ...data }: Noticed): Fields {
  const { sms, email } = noticesOf(data);
  const notice = sms === 'none' ? email : sms;
  if (notice === 'none') return {};
  const words = personal && personal !== ERASED ? personal.message : undefined;
  return {
    ...(notice === 'custom' && words !== undefined ? { message: words } : { notice }),
    ...(sms === 'none' && { told_by: 'email' }),
    ...(email === 'none' && { told_by: 'sms' }),
  };
}

/** The fields of a payment, which are said anew with each amount. */
export const PAYMENT_FIELDS: readonly string[] = [
  'payment_method',
  'payments',
  'tip',
  'prices',
  'other_items',
];

const withoutPayment = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !PAYMENT_FIELDS.includes(field)));

const signedDollars = (cents: number) => (cents < 0 ? `−${dollars(-cents)}` : dollars(cents));

/** The parts of the amount: the prices of services, in their order, and everything else. */
function itemsOf(paid: Paid): Fields {
  const [prices, others] = [true, false].map((isService) =>
    linesOf(paid).filter(({ service_id }) => (service_id !== null) === isService),
  );
  return {
    ...(prices?.length && { prices: prices.map(({ cents }) => signedDollars(cents)) }),
    ...(others?.length && {
      other_items: others.map(({ text, cents }) => `${text ?? 'Other item'} ${signedDollars(cents)}`),
    }),
  };
}

/** A booking. */
export const tellBooking: Tell<BookingEvent> = (event, before, names) => {
  switch (event.type) {
    case 'BookingRequested': {
      const {
        status,
        services,
        totalAmount,
        smsConsent,
        consentText,
        provenContacts,
        customerId,
        walkIn,
        personal,
      } = event.data;
      const person = personal === ERASED ? undefined : personal;
      return {
        fields: {
          ...timeOf(event.data, names),
          services: services.map(({ name }) => name),
          total_amount: totalAmount,
          status,
          sms_consent: smsConsent,
          ...(customerId !== undefined && { customer_id: customerId }),
          ...(walkIn && { walk_in: walkIn }),
          ...(person && {
            customer_name: person.name,
            customer_email: person.email,
            customer_phone: person.phone,
            notes: person.notes,
          }),
        },
        besides: {
          ...(event.data.notice && noticeOf(event.data)),
          ...(consentText !== undefined && { consent_text: consentText }),
          ...(provenContacts && {
            proven_contacts: provenContacts.map((way) => (way === 'sms' ? 'phone' : 'email')),
          }),
        },
      };
    }
    case 'BookingRescheduled':
      return {
        fields: { ...before(), ...timeOf(event.data, names, before()) },
        besides: noticeOf(event.data),
      };
    case 'BookingLengthChanged':
      return {
        before: { ...before(), ...endOf(event.data.from) },
        fields: { ...before(), ...endOf(event.data) },
        besides: noticeOf(event.data),
      };
    case 'BookingServicesChanged': {
      const { services, totalAmount } = event.data;
      const fields = { ...before(), services: services.map(({ name }) => name), total_amount: totalAmount };
      return { fields, besides: noticeOf(event.data) };
    }
    case 'BookingReinstated':
      return {
        fields: { ...before(), ...timeOf(event.data, names, before()), status: event.data.status },
        besides: event.data.notice ? noticeOf(event.data) : {},
      };
    case 'BookingConfirmed':
      return { fields: { ...before(), status: 'confirmed' } };
    case 'BookingUnconfirmed':
      return { fields: { ...before(), status: 'pending' } };
    case 'BookingCancelled':
      return {
        fields: { ...before(), status: 'cancelled' },
        besides: { cancellation_reason: event.data.reason, ...noticeOf(event.data) },
      };
    case 'BookingCompleted': {
      const { amountCents, method, tipCents, payments } = event.data;
      return {
        fields: {
          ...withoutPayment(before()),
          status: 'completed',
          ...(amountCents !== null && { total_amount: dollars(amountCents) }),
          ...(method && { payment_method: method }),
          ...(payments && {
            payments: payments.map(({ method, cents }) => `${METHOD_WORDS[method]} ${dollars(cents)}`),
          }),
          ...(tipCents && { tip: dollars(tipCents) }),
          ...itemsOf(event.data),
        },
      };
    }
    case 'BookingReopened': {
      const { status, totalAmount } = event.data;
      return { fields: { ...withoutPayment(before()), status, total_amount: totalAmount } };
    }
    case 'BookingContactCorrected': {
      const { personal } = event.data;
      if (personal === ERASED) return { fields: before() };
      return {
        fields: {
          ...before(),
          ...(personal.name !== undefined && { customer_name: personal.name }),
          customer_email: personal.email,
          customer_phone: personal.phone,
        },
      };
    }
    case 'SmsConsentChanged':
      return { fields: { ...before(), sms_consent: event.data.smsConsent } };
    case 'VisitNoted': {
      const { personal } = event.data;
      return { fields: personal === ERASED ? before() : { ...before(), visit_note: personal.text } };
    }
    case 'CustomerArrived':
    case 'ArrivalTakenBack':
      return { fields: { ...before(), is_here: event.type === 'CustomerArrived' } };
    case 'BookingLinked':
      return { fields: { ...before(), customer_id: event.data.customerId } };
    case 'BookingDeleted':
    case 'BookingErased':
    case 'SlotClaimLapsed':
      return {};
  }
};
