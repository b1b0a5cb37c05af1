import type { CreateAdminBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import type { KnownCustomer } from '../../../../src/contracts/customers/known-customer.ts';
import type { AdminService } from '../../../../src/contracts/salon/admin-services.ts';
import { STAFF_BOOKING_TIME_PROBLEMS, STYLIST_PROBLEMS } from '../../../../src/contracts/time-problems.ts';
import type { ApiError } from '../../../api.ts';
import { centsText } from '../../ui/number-text.ts';
import { type Reach, reachOf, type Sending } from '../messages/reach.ts';
import { type ChosenWays, tellOf, tickedOf } from '../telling/ways-choice.tsx';

/** The raw values of the fields. */
export interface TypedBooking {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Chosen in the picker; null for a new customer. */
  readonly customerId: string | null;
  readonly serviceIds: readonly string[];
  readonly date: string;
  readonly time: string;
  /** Empty for anyone. */
  readonly stylistId: string;
  readonly notes: string;
  /** Whether the customer agrees to texts; null as long as nobody has said so here: then what they said last counts. */
  readonly consent: boolean | null;
  /** The ways by which staff have the customer told, and their own words; empty for the usual ones. */
  readonly ways: ChosenWays;
  readonly message: string;
}

export const EMPTY_BOOKING: TypedBooking = {
  name: '',
  email: '',
  phone: '',
  customerId: null,
  serviceIds: [],
  date: '',
  time: '',
  stylistId: '',
  notes: '',
  consent: null,
  ways: {},
  message: '',
};

/** The values of the fields for an existing customer. */
export const ofCustomer = ({ id, name, email, phone }: CustomerSummary) => ({
  customerId: id,
  name,
  email: email ?? '',
  phone: phone ?? '',
});

/** Whether an existing customer agreed when texts were last spoken of, and hasn't opted out since. */
const hasAgreed = (known: KnownCustomer | undefined): boolean =>
  known?.sms_consent?.given === true && known.opted_out === null;

/** Whether the customer agrees to texts about the booking. @param known what is known of an existing customer */
export const consentOf = ({ consent }: TypedBooking, known: KnownCustomer | undefined): boolean =>
  consent ?? hasAgreed(known);

/** By which ways the customer is reached about the booking. */
export const reachOfNew = (
  typed: TypedBooking,
  known: KnownCustomer | undefined,
  sending: Sending | undefined,
) =>
  reachOf(
    {
      sms_consent: consentOf(typed, known),
      opted_out: known?.opted_out ?? null,
      customer_email: typed.email.trim() || null,
    },
    sending,
  );

/** The ways and the words that staff have chosen; without a choice, the server tells the customer as usual. */
function toldOf({ ways, message }: TypedBooking, reach: Reach): Pick<CreateAdminBooking, 'message' | 'tell'> {
  const words = message.trim() || null;
  if (Object.keys(ways).length === 0 && words === null) return {};
  const tell = tellOf(reach, tickedOf(reach, ways)) ?? { sms: false, email: false };
  return { message: words, tell };
}

export const requestOf = (
  typed: TypedBooking,
  known?: KnownCustomer,
  sending?: Sending,
): CreateAdminBooking => ({
  customer_name: typed.name,
  customer_email: typed.email,
  customer_phone: typed.phone,
  ...(typed.customerId !== null && { customer_id: typed.customerId }),
  appointment_date: typed.date,
  appointment_time: typed.time,
  ...(typed.stylistId !== '' && { stylist_id: typed.stylistId }),
  services: typed.serviceIds.map((id) => ({ id })),
  notes: typed.notes,
  sms_consent: consentOf(typed, known),
  ...toldOf(typed, reachOfNew(typed, known, sending)),
});

/** The form's field for each field of the request. */
export const FIELDS = {
  customer_name: 'name',
  customer_email: 'email',
  customer_phone: 'phone',
  customer_id: 'name',
  appointment_date: 'date',
  appointment_time: 'time',
  stylist_id: 'stylistId',
  services: 'serviceIds',
} as const satisfies Readonly<Record<string, keyof TypedBooking>>;

/** The field that a refusal is about, where the server names none. */
export function refusedField({ code }: ApiError): 'time' | 'serviceIds' | 'stylistId' | undefined {
  if ((STAFF_BOOKING_TIME_PROBLEMS as readonly string[]).includes(code)) return 'time';
  if ((STYLIST_PROBLEMS as readonly string[]).includes(code)) return 'stylistId';
  return code === 'unknown-service' ? 'serviceIds' : undefined;
}

/** Total duration and price of the chosen services. If some prices are open, the text says so. */
export function sumOf(services: readonly AdminService[], ids: readonly string[]) {
  const chosen = services.filter(({ id }) => ids.includes(id));
  const cents = chosen.reduce((sum, { price_cents }) => sum + price_cents, 0);
  const [open] = chosen.filter(isOpen);
  return {
    minutes: chosen.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0),
    price: [...(cents > 0 || !open ? [centsText(cents)] : []), ...(open ? [priceOf(open)] : [])].join(' + '),
  };
}

/** A service without a price of its own, such as one whose price varies. */
const isOpen = ({ price_cents, price_text }: AdminService) => price_cents === 0 && price_text !== null;

/** The price of a service, or the text shown instead. */
export const priceOf = ({ price_cents, price_text }: AdminService): string =>
  price_cents === 0 && price_text !== null ? price_text : centsText(price_cents);
