import type { ImportColumns, ImportField } from '../../../contracts/customers/imports.ts';

/**
 * Headings by field, in small letters without spaces and signs: those of the exports of Square (`First Name`, `Email Address`, `Phone Number`,
 * `Memo`), Fresha (`Mobile Number`, `Telephone`, `Date of Birth`, `Note`), Vagaro (`Cell Phone`, `Day Phone`, `Birth Date`), of our own,
 * and what people call them in a spreadsheet. Of several columns for one field, that whose heading comes first here counts.
 */
const HEADINGS: Readonly<Record<ImportField, readonly string[]>> = {
  name: ['name', 'fullname', 'clientname', 'customername', 'client', 'customer'],
  first_name: ['firstname', 'givenname', 'forename', 'first'],
  last_name: ['lastname', 'surname', 'familyname', 'last'],
  email: ['email', 'emailaddress', 'mail', 'email1', 'primaryemail'],
  phone: [
    'mobilenumber',
    'mobilephone',
    'mobile',
    'cellphone',
    'cell',
    'phonenumber',
    'phone',
    'phone1',
    'primaryphone',
  ],
  other_phone: [
    'telephone',
    'dayphone',
    'homephone',
    'otherphone',
    'phone2',
    'workphone',
    'nightphone',
    'landline',
  ],
  birthday: ['birthday', 'dateofbirth', 'birthdate', 'dob', 'bday'],
  birthday_month: ['birthdaymonth', 'birthmonth'],
  birthday_day: ['birthdayday', 'birthday(day)'],
  notes: ['notes', 'note', 'memo', 'customernotes', 'clientnotes', 'comments', 'comment'],
};

const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The column of each field, as far as the headings show it. Staff may change it. */
export function columnsOf(headings: readonly string[]): ImportColumns {
  const found = headings.map(plain);
  const columns: ImportColumns = {};
  for (const [field, names] of Object.entries(HEADINGS) as [ImportField, readonly string[]][]) {
    const name = names.find((one) => found.includes(one));
    if (name !== undefined) columns[field] = found.indexOf(name);
  }
  // If there are columns for the parts of a name, the whole name adds nothing.
  if (columns.first_name !== undefined || columns.last_name !== undefined) delete columns.name;
  return columns;
}
