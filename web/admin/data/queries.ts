import { type Customer, getCustomer } from '../../../src/contracts/customers/customers.ts';
import { listReports } from '../../../src/contracts/reports/reports.ts';
import { listAdminServices } from '../../../src/contracts/salon/admin-services.ts';
import { call } from '../../api.ts';
import { defineQuery } from './query.ts';
import { type Topic, topicOf } from './topics.ts';

/** Queries that several screens share. A screen's own queries are in its `queries.ts`, or in the only component that uses them. */

export const SERVICES = defineQuery({
  name: 'services',
  about: (): Topic[] => ['service'],
  load: (_input: 'all', { after, ...options }) => call(listAdminServices, { ...options, query: { after } }),
});

/** A customer, with the version that a change must name. */
export interface Profile {
  readonly customer: Customer;
  readonly version: number | undefined;
}

export const PROFILE = defineQuery({
  name: 'customer',
  // The profile includes the customer's appointments.
  about: (id: string): Topic[] => [topicOf('customer', id), 'booking'],
  load: async (id: string, { after, ...options }): Promise<Profile> => {
    let version: number | undefined;
    const onVersion = (received: number) => {
      version = received;
    };
    const customer = await call(getCustomer, { ...options, onVersion, params: { id }, query: { after } });
    return { customer, version };
  },
});

/** The reports that there are. They change only with a new release. */
export const REPORTS = defineQuery({
  name: 'reports',
  roles: listReports.roles,
  about: (): Topic[] => [],
  load: (_input: 'all', { after: _, ...options }) => call(listReports, options),
});
