import { z } from 'zod';
import {
  ChangedNotesField,
  PositionField,
  StaffEmailField,
  StaffNameField,
  StaffPhoneField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { BIRTHDAY_FIELDS, CARD_PROBLEMS, POSSIBLE_BIRTHDAY } from './customers.ts';

export const addCustomer = defineOperation({
  method: 'post',
  path: '/api/admin/customers',
  summary:
    'Add a customer, such as a child without an email or phone; refused if somebody has one of the contacts',
  caller: 'admin',
  area: 'customers',
  body: z
    .object({
      name: StaffNameField,
      email: StaffEmailField.default(null),
      phone: StaffPhoneField.nullable().default(null),
      birthday_month: BIRTHDAY_FIELDS.birthday_month.default(null),
      birthday_day: BIRTHDAY_FIELDS.birthday_day.default(null),
      notes: ChangedNotesField.default(null),
    })
    .refine(...POSSIBLE_BIRTHDAY),
  answer: {
    status: 201,
    body: z.object({ id: UuidField, version: z.int().positive(), position: PositionField }),
  },
  command: 'add-customer',
  problems: [...CARD_PROBLEMS, 'contact-held'],
});
