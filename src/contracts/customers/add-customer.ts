import { z } from 'zod';
import {
  ChangedNotesField,
  PositionField,
  SalonDateField,
  StaffEmailField,
  StaffNameField,
  StaffPhoneField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { BIRTHDAY_FIELDS, CARD_PROBLEMS, POSSIBLE_BIRTHDAY } from './customers.ts';
import { MOST_SPENT_CENTS, MOST_VISITS } from './imports.ts';

const NO_BEFORE = 'Must say visits elsewhere: how many, the first and the last day, and the cents spent.';
const beforeField = (most: number) => z.int(NO_BEFORE).min(0, NO_BEFORE).max(most, NO_BEFORE).nullable();
const BEFORE = {
  visits: beforeField(MOST_VISITS),
  first_visit: SalonDateField.nullable(),
  last_visit: SalonDateField.nullable(),
  spent_cents: beforeField(MOST_SPENT_CENTS),
};

export const addCustomer = defineOperation({
  method: 'post',
  path: '/api/admin/customers',
  summary:
    'Add a customer, such as a child without an email or phone; refused if somebody has one of the contacts',
  caller: 'admin',
  roles: 'desk',
  area: 'customers',
  body: z
    .object({
      name: StaffNameField,
      email: StaffEmailField.default(null),
      phone: StaffPhoneField.nullable().default(null),
      birthday_month: BIRTHDAY_FIELDS.birthday_month.default(null),
      birthday_day: BIRTHDAY_FIELDS.birthday_day.default(null),
      notes: ChangedNotesField.default(null),
      /** The visits that another program had counted, as a line of an import that was not taken has them. */
      before: z.object(BEFORE, NO_BEFORE).nullish(),
    })
    .refine(...POSSIBLE_BIRTHDAY),
  answer: {
    status: 201,
    body: z.object({ id: UuidField, version: z.int().positive(), position: PositionField }),
  },
  command: 'add-customer',
  problems: [...CARD_PROBLEMS, 'contact-held'],
});
