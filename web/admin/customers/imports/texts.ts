import type { ImportField, RefusedLine } from '../../../../src/contracts/customers/imports.ts';

/** What a column of a file says, for people. */
export const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  other_phone: 'Another phone',
  birthday: 'Birthday',
  birthday_month: 'Month of the birthday',
  birthday_day: 'Day of the birthday',
  notes: 'Notes',
};

/** Why a line isn't imported. */
export const LINE_PROBLEMS: Readonly<Record<RefusedLine['problem'], string>> = {
  'name-missing': 'There is no name.',
  'name-invalid': 'The name must have 2 to 100 characters.',
  'contact-missing': 'There is neither an email nor a complete phone number.',
  'email-invalid': 'The email doesn’t look like an address.',
  'birthday-unclear': 'The birthday is no date that we understand.',
  'notes-invalid': 'The notes have more than 2,000 characters.',
  formula: 'A field begins like a formula of a spreadsheet.',
};
