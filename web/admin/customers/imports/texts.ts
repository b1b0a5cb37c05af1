import type { ImportField, RefusedLine, RemarkOnLine } from '../../../../src/contracts/customers/imports.ts';

/** The meaning of a file's column, for people. */
export const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  name: 'Name',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  email: 'Email',
  other_email: 'Another email',
  phone: 'Phone',
  other_phone: 'Another phone',
  third_phone: 'A third phone',
  birthday: 'Birthday',
  birthday_month: 'Month of the birthday',
  birthday_day: 'Day of the birthday',
  notes: 'Notes',
  blocked: 'Blocked',
  visits: 'Number of visits',
  first_visit: 'First visit',
  last_visit: 'Last visit',
  days_since_visit: 'Days since the last visit',
  spent: 'Spent in all',
};

/** Why a line isn't imported. */
export const LINE_PROBLEMS: Readonly<Record<RefusedLine['problem'], string>> = {
  'name-missing': 'There is no name.',
  'name-invalid': 'The name must have 2 to 100 characters.',
  'contact-missing': 'There is neither an email nor a complete phone number.',
  'cell-too-long': 'A cell has more than 20,000 characters.',
};

/** The remark on a cell that isn't taken over unchanged. */
const REMARKS: Readonly<Record<RemarkOnLine['remark'], string>> = {
  'email-unreadable': 'The email is no address, and is left out.',
  'phone-unreadable': 'The phone is no complete number, and is left out.',
  'phones-joined': 'The phone is more than one number, and is left out.',
  'phone-unmatched': 'The phone is kept as it is, but nobody can be called or found by it.',
  'contacts-left-out': 'There are more than 20 emails or phones, and the others are left out.',
  'birthday-unreadable': 'The birthday is no date, and is left out.',
  'birthday-unclear': 'The birthday may be one of two days, and is left out.',
  'notes-shortened': 'The notes end after 2,000 characters.',
  'was-blocked': 'Was blocked in the former program, which the notes will say.',
  'visits-unreadable': 'It says nothing of visits that can be read, and is left out.',
  'cells-left-out': 'There are more cells than headings, and they are left out.',
  'letters-guessed': 'Some letters may be wrong. Please look at the name.',
};

/** A remark in a sentence, with the cell as the file has it, if that is known. */
export const remarkText = ({
  remark,
  text,
}: Pick<RemarkOnLine, 'remark'> & { readonly text?: string }): string =>
  text ? `“${text}”: ${REMARKS[remark]}` : REMARKS[remark];
