import type { Page } from 'playwright-core';
import { ADA_NOTED, ADA_PATH, ADMIN_SUCCESS, customerId, profiled } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { CLEANED, ERASURE_PATH, SHREDDED } from '../fixtures/erasure-fixtures.ts';
import { json, lostNetwork, type MockResponse, problem, silence } from '../site/mock-api.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import type { Screen } from './screen.ts';

const answering = (answer: MockResponse) => ({ ...ADMIN_SUCCESS, [`GET ${ADA_PATH}`]: answer });
const ada = {
  path: `/admin/customers/${customerId(1)}`,
  api: answering(profiled(ADA_NOTED)),
  begin: signedIn(),
};
const heading = (name: string) => (page: Page) => wizardVisitor(page).heading(name).waitFor();
const erasure = {
  path: `/admin/customers/${customerId(1)}?erasure`,
  api: { ...ADMIN_SUCCESS, [`GET ${ERASURE_PATH}`]: json(CLEANED) },
  begin: signedIn(),
};
const newcomer = {
  ...ADA_NOTED,
  merged_into: { id: customerId(6), name: 'Fiona MacLeod' },
  name: 'Beatriz Álvarez-Montgomery de la Fuente',
  email: null,
  other_emails: [],
  notes: null,
  visits: 0,
  last_visit: null,
  next_visit: null,
  spent_cents: 0,
  no_shows: 0,
  last_visit_note: null,
  same_person: [],
  service_history: [],
  service_history_total: 0,
};

/** The page of one customer, in every state that somebody can meet, and the list by a sum. */
export const CUSTOMER_SCREENS: readonly Screen[] = [
  {
    ...ada,
    name: 'admin customers, by what they spent',
    path: '/admin/customers?sort=-spent_cents',
    reach: (page) => page.getByText('7 customers').waitFor(),
  },
  { ...ada, name: 'admin customer', reach: heading('Ada Moreau') },
  {
    ...ada,
    name: 'admin customer, without appointments',
    api: answering(profiled(newcomer)),
    reach: (page) => page.getByText('No appointments yet').waitFor(),
  },
  {
    ...ada,
    name: 'admin customer, loading',
    api: answering(silence),
    reach: (page) => page.getByText('Loading the customer...').waitFor(),
  },
  {
    ...ada,
    name: 'admin customer, not loaded',
    api: answering(lostNetwork),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    ...ada,
    name: 'admin customer, erased',
    api: answering(problem('customer-not-found')),
    reach: (page) => page.getByText('There is no such customer').waitFor(),
  },
  {
    ...erasure,
    name: 'admin certificate of erasure',
    reach: (page) =>
      page.getByText('Erased, and cleaned from the tables and backups of the service.').waitFor(),
  },
  {
    ...erasure,
    name: 'admin certificate of erasure, waiting',
    api: { ...ADMIN_SUCCESS, [`GET ${ERASURE_PATH}`]: json(SHREDDED) },
    reach: (page) => page.getByText('The tables are still to be cleaned.').waitFor(),
  },
  {
    ...erasure,
    name: 'admin certificate of erasure, none',
    api: { ...ADMIN_SUCCESS, [`GET ${ERASURE_PATH}`]: problem('not-erased') },
    reach: (page) => page.getByText('Nothing of this address was erased').waitFor(),
  },
  {
    ...ada,
    name: 'admin customer, noting a visit',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Edit note: .*Oct 13/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
