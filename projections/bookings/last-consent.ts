import type { Pool } from 'pg';
import type { KnownCustomer } from '../../src/contracts/customers/known-customer.ts';
import { BOOKINGS_TABLE } from './projection.ts';

interface Row {
  readonly given_at: Date | null;
  readonly withdrawn_at: Date | null;
}

/** No consent at the booking itself says nothing: staff may have left the box empty. A consent that is withdrawn later counts. */
const LAST = `
  select max(consent_at) filter (where sms_consent) as given_at,
    max(consent_at) filter (where not sms_consent and consent_at <> created_at) as withdrawn_at
  from ${BOOKINGS_TABLE} where customer_id = any($1::uuid[])`;

/** What customers who are one person have last said about texts, over all of their appointments. */
export const createLastConsent =
  (pool: Pool) =>
  async (customerIds: readonly string[]): Promise<KnownCustomer['sms_consent']> => {
    const { rows } = await pool.query<Row>({
      name: 'bookings-last-consent',
      text: LAST,
      values: [customerIds],
    });
    const { given_at = null, withdrawn_at = null } = rows[0] ?? {};
    if (withdrawn_at && (!given_at || withdrawn_at > given_at))
      return { given: false, at: withdrawn_at.toISOString() };
    return given_at && { given: true, at: given_at.toISOString() };
  };
