import { z } from 'zod';
import {
  SalonDateField,
  ServiceIdField,
  StylistIdField,
  TimeField,
  UuidField,
} from '../../../../src/contracts/fields.ts';
import { MAX_SERVICES_PER_BOOKING } from '../../../../src/salon/slots.ts';

/** The wizard's state as the session stores it. Loaded only if one is stored, so that the first step needs no schemas. */

const CustomerInfo = z.object({
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  notes: z.string(),
  sms_consent: z.boolean(),
});
/** The fields as typed so far, not validated yet. */
export type CustomerInfo = z.infer<typeof CustomerInfo>;

/** Everything a visitor has chosen and typed. It survives a reload. */
export const Wizard = z.object({
  /** Ids, in the order in which they were chosen. */
  services: z.array(ServiceIdField).max(MAX_SERVICES_PER_BOOKING),
  /** Something that the visitor wants and that isn't in the catalogue. */
  wish: z.string().nullable().default(null),
  /** The stylist who is wished for; null for anyone. It may be one who doesn't do these services: then anyone counts. */
  stylist: StylistIdField.nullable().default(null),
  date: SalonDateField.nullable(),
  time: TimeField.nullable(),
  customer: CustomerInfo,
  /**
   * The hold on the chosen time and when it expires, in milliseconds of this browser's clock. `until` is null once the
   * hold is released. Requests still name it, because until the server has processed the release it counts as taken.
   */
  hold: z
    .object({
      id: UuidField,
      until: z.number().nullable(),
      /** The stylist whose time it is; left out where the salon is no team. */
      stylist: StylistIdField.optional(),
    })
    .nullable(),
  /** A submit without a response so far: the request as sent, and the key that makes repeating it safe. */
  attempt: z.object({ key: z.string(), request: z.string() }).nullable(),
  /** The last request for which a code was required. The code belongs to its key, so it is sent again with that. */
  asked: z.object({ key: z.string(), request: z.string() }).nullable().default(null),
  /** Why the visitor was sent back to an earlier step. */
  notice: z.string().nullable(),
});
export type Wizard = z.infer<typeof Wizard>;

/** Validates what was stored, since it may be from an older release or have been edited; nothing if it is invalid. */
export const readWizard = (stored: unknown): Partial<Wizard> =>
  z.object({ state: Wizard }).safeParse(stored).data?.state ?? {};
