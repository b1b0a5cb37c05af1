import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beforeText } from '../../../src/contracts/customers/visits-before.ts';
import { shownBefore } from '../../../src/features/customers/events.ts';
import { importOf } from '../../support/customers/import-file.ts';

/** Files in the shapes that people bring. Everybody in them is invented. */
const FOLDER = join(import.meta.dirname, '../../support/customers/import-files');

/** The plan of each line: a card, or the reason why there is none, with remarks. */
async function outcome(name: string) {
  const { rows, refused, remarks } = await importOf(readFileSync(join(FOLDER, name)));
  const taken = rows.map(
    ({ line, card: { name: who, emails, phones, birthdayMonth, birthdayDay, notes, before } }) => {
      const contacts = [...emails, ...phones.map(({ phoneE164 }) => phoneE164 ?? '?')].join(' ');
      const birthday = birthdayMonth === null ? '' : `${birthdayMonth}/${birthdayDay}`;
      const visits = beforeText(shownBefore(before));
      return [line, [who, contacts, birthday, notes ?? '', ...(visits ? [visits] : [])].join(' | ')] as const;
    },
  );
  const said = (line: number) =>
    remarks.flatMap((of) => (of.line === line ? [` (${of.remark} ${of.text})`] : [])).join('');
  return [...taken, ...refused.map(({ line, problem }) => [line, problem] as const)]
    .sort(([one], [other]) => one - other)
    .map(([line, text]) => `${line}: ${text}${said(line)}`);
}

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'acuity-clients.csv': [
    '2: Yara Acuity | yara.acuity@example.com +19255550198 |  | =) always early | last Nov 16, 2026',
    '3: Zed Acuity | +19255550199 |  | @zed.cuts (email-unreadable none)',
    '4: Abe Acuity | +19255550200 |  |  | last Oct 24, 2025 (email-unreadable N/A)',
  ],
  'classic-mac.csv': [
    '2: Ida Oldmac | ida.oldmac@example.com +19255550139 |  | ',
    '3: Jo Oldmac | jo.oldmac@example.com +19255550140 |  | ',
  ],
  'client-email-headings.csv': [
    '2: Wes Prefix | wes.prefix@example.com +19255550196 |  | ',
    '3: Xia Prefix | xia.prefix@example.com +19255550197 |  | ',
  ],
  'excel-damaged-phones.csv': [
    '2: Cy Scientific | cy@example.com |  |  (phone-unreadable 9.26E+09)',
    '3: Di Float | di@example.com +19255550201 |  | ',
    '4: contact-missing (phone-unreadable 9.26E+09)',
    '5: Flo Fine | flo@example.com +19255550202 |  | ',
  ],
  'excel-sep-line.csv': [
    '3: Ana Sepline | ana.sepline@example.com +19255550131 |  | ',
    '4: Bo Sepline | bo.sepline@example.com +19255550132 |  | ',
  ],
  'family-child-only.csv': ['2: Zoe Parent | +19255550151 |  | Curly; first cut (birthday-unclear 7/1/2014)'],
  'family.csv': [
    '2: Mia Parent | mia.parent@example.com +19255550151 |  | Allergic to PPD (birthday-unclear 3/1/1984)',
    '3: Zoe Parent | +19255550151 |  | Curly; first cut (birthday-unclear 7/1/2014)',
    '4: Max Parent | +19255550151 |  | Scared of clippers (birthday-unclear 9/1/2016)',
  ],
  'fresha-clients.csv': [
    '2: Noor Haddad | noor.haddad@example.com +19255550171 | 11/5 | Patch test done 03/2026',
    '3: علی‌رضا محمدی | +19255550172 |  | ',
    '4: contact-missing',
    '5: Gus Twin | gus@example.com +447911123456 | 2/29 | Was blocked in the former program. (was-blocked )',
  ],
  'google-contacts.csv': [
    '2: Pia Singh | pia.singh@example.com +19255550181 | 9/21 | Curly, 3A',
    '3: Quin Two | quin@example.com quin.work@example.com +19255550182 +19255550183 | 6/2 | ',
    '4: Rosa Plain | rosa.plain@example.com +19255550184 |  | ',
  ],
  'mixed-line-ends.csv': [
    '2: Gia Mixed | gia.mixed@example.com +19255550137 |  | ',
    '3: Han Mixed | han.mixed@example.com +19255550138 |  | ',
  ],
  'outlook-contacts.csv': [
    '2: Sara Outlook | sara.outlook@example.com +19255550191 |  |  (birthday-unreadable 0/0/00)',
    '3: Theo Outlook | theo.outlook@example.com +19255550192 +19255550193 | 2/29 | Short back',
    '4: Uma Outlook | uma.outlook@example.com +19255550194 |  |  (birthday-unreadable 00/00/0000)',
    '5: Vic Outlook | vic.outlook@example.com +19255550195 |  |  (birthday-unreadable 0000-00-00)',
  ],
  'semicolon.csv': [
    '2: Kai Semi | kai.semi@example.com +19255550141 |  | Balayage, gloss, trim, and a blow-out, thanks',
  ],
  'square-customers.csv': [
    '2: Ana Okafor | ana.okafor@example.com +19255550161 | 4/12 | Balayage every 10 weeks | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '3: Mary O’Brien | mary.obrien@example.com +19255550162 | 9/21 | Likes tea\nNo fragrance | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '5: Thu Đặng | thu.dang@example.com +19255550163 | 9/21 |  | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '6: contact-missing',
    '7: name-missing',
    '8: Lena Mother | lena.mother@example.com +19255550164 | 1/30 | Allergic to PPD | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '9: Ivy Mother | +19255550164 | 6/2 | Daughter of Lena | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '10: Sam | sam@example.com |  |  | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '11: Cher | +447911123456 |  |  | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '12: J Li | jli@example.com +19255550165 | 2/29 |  | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '13: Ray Handle | ray@example.com +19255550166 |  | @ray.colors on Instagram | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
    '14: Olive Leary | o&leary@example.com +19255550167 |  |  | 7 visits, first Mar 05, 2024, last Oct 02, 2026, spent $412.50',
  ],
  'stray-quote.csv': [
    '2: Eve Stray | eve.stray@example.com +19255550135 |  | Trim 2" off the back',
    '3: Fay Stray | fay.stray@example.com +19255550136 |  | Fine hair',
  ],
  'wordpress-fputcsv.csv': [
    '2: Cora Plugin | cora.plugin@example.com +19255550133 |  | Wants "beach waves", no heat',
    '3: Dee Plugin | dee.plugin@example.com +19255550134 |  | ok',
  ],
};

describe('a file in the shape of', () => {
  it('each sample is among them', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(OUTCOMES));
  });

  it.each(Object.entries(OUTCOMES))('%s comes in, line by line', async (name, lines) => {
    expect(await outcome(name)).toEqual(lines);
  });
});
