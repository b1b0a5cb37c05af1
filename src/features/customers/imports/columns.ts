import type { ImportColumns, ImportField } from '../../../contracts/customers/imports.ts';

/**
 * Headings by what they say, in small letters without spaces and signs: those of the exports of Square (`First Name`, `Email Address`,
 * `Phone Number`, `Memo`, `Transaction Count`, `Lifetime Spend`), Fresha (`Mobile Number`, `Telephone`, `Date of Birth`, `Note`, `Blocked`), Vagaro (`Cell Phone`, `Day Phone`,
 * `Birth Date`), Acuity (`Days Since Last Appointment`), Google (`E-mail 1 - Value`), Outlook (`E-mail 2 Address`, `Home Phone`), of our own, and what people call them in a
 * spreadsheet. If several columns say the same, that whose heading comes first here is the first of them.
 */
const HEADINGS: readonly (readonly [fields: readonly ImportField[], names: readonly string[]])[] = [
  [['name'], ['name', 'fullname', 'displayname', 'client', 'customer']],
  [['first_name'], ['firstname', 'givenname', 'forename', 'first']],
  [['middle_name'], ['middlename', 'middle', 'additionalname']],
  [['last_name'], ['lastname', 'surname', 'familyname', 'last']],
  [
    ['email', 'other_email'],
    ['email', 'mail', 'email1', 'email2', 'otheremail', 'otheremails', 'secondaryemail', 'email3'],
  ],
  [
    ['phone', 'other_phone', 'third_phone'],
    [
      ...[
        'mobile',
        'mobilephone',
        'cellphone',
        'cell',
        'phone',
        'phone1',
        'contactnumber',
        'telephone',
        'tel',
      ],
      ...['dayphone', 'homephone', 'otherphone', 'otherphones', 'phone2', 'workphone', 'businessphone'],
      ...['nightphone', 'landline', 'secondaryphone', 'alternatephone', 'phone3'],
    ],
  ],
  [['birthday'], ['birthday', 'dateofbirth', 'birthdate', 'dob', 'bday']],
  [['birthday_month'], ['birthdaymonth', 'birthmonth']],
  [['birthday_day'], ['birthdayday']],
  [['notes'], ['notes', 'note', 'memo', 'comments', 'comment']],
  [['blocked'], ['blocked', 'isblocked']],
  [
    ['visits'],
    [
      ...['visitsever', 'visits', 'visitcount', 'numberofvisits', 'totalvisits', 'transactioncount'],
      ...[
        'appointments',
        'totalappointments',
        'numberofappointments',
        'appointmentcount',
        'completedappointments',
      ],
      ...['bookings', 'totalbookings'],
    ],
  ],
  [
    ['first_visit'],
    ['firstvisitever', 'firstvisit', 'firstvisitdate', 'firstappointment', 'firstappointmentdate'],
  ],
  [
    ['last_visit'],
    [
      ...[
        'lastvisitever',
        'lastvisit',
        'lastvisitdate',
        'lastvisited',
        'lastappointment',
        'lastappointmentdate',
      ],
      ...['lastbooking', 'lastseen', 'mostrecentvisit'],
    ],
  ],
  [['days_since_visit'], ['dayssincelastappointment', 'dayssincelastvisit']],
  [
    ['spent'],
    [
      ...[
        'spenteverindollars',
        'spentindollars',
        'lifetimespend',
        'totalspend',
        'totalspent',
        'amountspent',
        'spent',
      ],
      ...['totalsales', 'lifetimevalue', 'totalrevenue'],
    ],
  ],
];

/** Words that add nothing: `Client Email`, `Primary Phone`, `Email Address`, `Phone 1 - Value`. */
const WHOSE = /^(?:client|customer|contact|guest|member|patient|primary|main|personal)/;
const OF_A_CONTACT = /(?<=mail\d?|phone\d?|mobile|cell|tel)(?:number|no|address|value)$/;

/** A heading as it is, and without words that add nothing. */
function readings(heading: string): readonly string[] {
  const whole = heading
    .toLowerCase()
    .replace(/['\u2019]s\b|[^\p{L}\p{N}]/gu, '')
    .replace(OF_A_CONTACT, '');
  return [whole, whole.replace(WHOSE, '')];
}

/**
 * The column of each field, as far as the headings show it. Staff may change it.
 *
 * @param isFilled whether a row has something in the column
 */
export function columnsOf(
  headings: readonly string[],
  isFilled: (column: number) => boolean = () => true,
): ImportColumns {
  const found = headings.map(readings);
  const columns: ImportColumns = {};
  for (const [fields, names] of HEADINGS) {
    const said = names.flatMap((name) =>
      found.flatMap((all, column) => (all.includes(name) && isFilled(column) ? [column] : [])),
    );
    const distinct = [...new Set(said)];
    for (const [n, field] of fields.entries()) {
      const column = distinct[n];
      if (column !== undefined) columns[field] = column;
    }
  }
  // If there are columns for the parts of a name, the whole name adds nothing.
  if (columns.first_name !== undefined || columns.last_name !== undefined) delete columns.name;
  return columns;
}
