import { describe, expect, it } from 'vitest';
import type { Card } from '../../../src/features/customers/events.ts';
import { type KnownHolder, planRows } from '../../../src/features/customers/imports/plan.ts';
import { importedCustomerId, type PlannedRow } from '../../../src/features/customers/imports/rows.ts';
import { hashContact } from '../../support/customers/registrar-facts.ts';

const [ANN, BOB, CAT] = ['ann@example.com', 'bob@example.com', 'cat@example.com'];
const [HOME, MOBILE] = ['+19255550151', '+19255550101'];
const importId = '00000000-0000-4000-8000-000000000009';
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

type Row = readonly [name: string, ...contacts: string[]];
const cardOf = ([name, ...contacts]: Row): Card => ({
  name,
  emails: contacts.filter((contact) => !contact.startsWith('+')),
  phones: contacts
    .filter((contact) => contact.startsWith('+'))
    .map((number) => ({ phone: number, phoneE164: number })),
  birthdayMonth: null,
  birthdayDay: null,
  notes: null,
});
const hashOf = (contact: string) =>
  hashContact(contact.startsWith('+') ? `phone:${contact}` : `email:${contact}`);

/** A customer of the salon, with the names of those who are merged with them. */
interface Known {
  readonly names: readonly [string, ...string[]];
  readonly has: readonly string[];
}
const known = (name: string, ...has: string[]): Known => ({ names: [name], has });

function plan(
  rows: readonly Row[],
  salon: readonly Known[] = [],
  made: readonly (readonly [number, string])[] = [],
  befores: readonly (Card['before'] | undefined)[] = [],
) {
  const holders = new Map<string, string[]>();
  const hold = (contact: string, id: string) =>
    holders.set(hashOf(contact), [...(holders.get(hashOf(contact)) ?? []), id]);
  const people = new Map<string, KnownHolder>();
  for (const [index, { names, has }] of salon.entries()) {
    const id = idOf(index + 1);
    people.set(id, { id, name: names[0], names });
    for (const contact of has) hold(contact, id);
  }
  for (const [row, contact] of made) hold(contact, importedCustomerId(importId, row));
  const all = rows.map((row, index) => {
    const before = befores[index];
    return { row: index + 1, line: index + 2, card: { ...cardOf(row), ...(before && { before }) } };
  });
  return planRows(all, { importId, holders, people, hash: hashContact });
}

function inWords({ card, plan: of }: PlannedRow): string {
  if (of.do === 'join') return `same as line ${of.line}`;
  if (of.do === 'known') return 'known';
  if (of.do === 'import')
    return ['import', ...card.emails, ...card.phones.map(({ phone }) => phone)].join(' ');
  const shares = of.shares.map(
    ({ value, with: { name, line } }) => `${value} with ${name}${line === null ? '' : `, line ${line}`}`,
  );
  return `${card.name}: shares ${shares.join(' and ')}`;
}

describe('the plan of an import', () => {
  it.each<[string, readonly Row[], readonly Known[], readonly string[]]>([
    [
      'brings whom nobody knows, with all contacts',
      [
        ['Ann', ANN, MOBILE],
        ['Bob', BOB],
      ],
      [],
      [`import ${ANN} ${MOBILE}`, `import ${BOB}`],
    ],
    [
      'takes nobody else who shares a phone with a line above',
      [
        ['Mia Parent', ANN, HOME],
        ['Zoe Parent', HOME],
        ['Max Parent', HOME],
      ],
      [],
      [
        `import ${ANN} ${HOME}`,
        `Zoe Parent: shares ${HOME} with Mia Parent, line 2`,
        `Max Parent: shares ${HOME} with Mia Parent, line 2`,
      ],
    ],
    [
      '… nor with a customer',
      [['Zoe Parent', HOME]],
      [known('Mia Parent', HOME)],
      [`Zoe Parent: shares ${HOME} with Mia Parent`],
    ],
    [
      'names the customer, and not the line above, where both have it',
      [
        ['Mia Parent', HOME],
        ['Zoe Parent', HOME],
      ],
      [known('Mia Parent', HOME)],
      ['known', `Zoe Parent: shares ${HOME} with Mia Parent`],
    ],
    [
      'names everybody with whom a row shares something',
      [
        ['Tom', CAT],
        ['Zoe', ANN, CAT, HOME],
      ],
      [known('Ann', ANN), known('Mia', HOME)],
      [`import ${CAT}`, `Zoe: shares ${ANN} with Ann and ${CAT} with Tom, line 2 and ${HOME} with Mia`],
    ],
    ['skips who is known by the e-mail', [['Ann Lee', ANN]], [known('Ann Lee', ANN)], ['known']],
    ['… by the phone', [['Ann Lee', HOME]], [known('Ann Lee', HOME)], ['known']],
    ['… in capitals', [['ANN LEE', ANN]], [known('Ann Lee', ANN)], ['known']],
    ['… without accents', [['Zoe Noel', ANN]], [known('Zoë Noël', ANN)], ['known']],
    ['… with accents that are written apart', [['Zoe\u0308', ANN]], [known('Zo\u00eb', ANN)], ['known']],
    ['… with other spaces', [['Ann  Lee ', ANN]], [known('Ann\u00a0Lee', ANN)], ['known']],
    ['… in another script', [['АННА', ANN]], [known('анна', ANN)], ['known']],
    [
      '… by the name of somebody merged with them',
      [['Ann Miller', ANN]],
      [{ names: ['Ann Lee', 'Ann Miller'], has: [ANN] }],
      ['known'],
    ],
    [
      '… though others had the contact first',
      [['Zoe', HOME]],
      [known('Mia', HOME), known('Zoe', HOME)],
      ['known'],
    ],
    [
      '… though somebody else has their other contact',
      [['Zoe', ANN, HOME]],
      [known('Ann', ANN), known('Zoe', HOME)],
      ['known'],
    ],
    [
      'takes a name that only begins alike for another',
      [['Ann Le', ANN]],
      [known('Ann Lee', ANN)],
      [`Ann Le: shares ${ANN} with Ann Lee`],
    ],
    [
      'takes the same name with other contacts for another',
      [['Ann Lee', BOB]],
      [known('Ann Lee', ANN)],
      [`import ${BOB}`],
    ],
    [
      'gives a row above the contacts of the same person below',
      [
        ['Ann', ANN],
        ['ann', ANN, HOME],
        ['ANN', HOME, CAT],
      ],
      [],
      [`import ${ANN} ${CAT} ${HOME}`, 'same as line 2', 'same as line 2'],
    ],
    [
      '… but none that somebody holds',
      [
        ['Ann', ANN],
        ['Ann', ANN, HOME],
        ['Bob', BOB],
        ['Ann', ANN, BOB],
      ],
      [known('Mia', HOME)],
      [`import ${ANN}`, 'same as line 2', `import ${BOB}`, 'same as line 2'],
    ],
    [
      'leaves the free contacts of a row that is not taken to the next',
      [
        ['Mia', HOME],
        ['Zoe', HOME, CAT],
        ['Cat', CAT],
      ],
      [],
      [`import ${HOME}`, `Zoe: shares ${HOME} with Mia, line 2`, `import ${CAT}`],
    ],
    [
      'leaves the free contacts of who is known to the next',
      [
        ['Ann', ANN, CAT],
        ['Cat', CAT],
      ],
      [known('Ann', ANN)],
      ['known', `import ${CAT}`],
    ],
    [
      'takes two who share nothing but the name',
      [
        ['Ann Lee', ANN],
        ['Ann Lee', BOB],
      ],
      [],
      [`import ${ANN}`, `import ${BOB}`],
    ],
  ])('%s', async (_, rows, salon, expected) => {
    const planned = await plan(rows, salon);
    expect(planned.map(inWords)).toEqual(expected);
    expect(planned.map(({ line }) => line)).toEqual(rows.map((_row, index) => index + 2));
  });

  it('takes customers that its own rows have made for these rows, once its first plan was lost', async () => {
    const rows: Row[] = [
      ['Ann', ANN],
      ['Zoe', BOB, ANN],
      ['Bob', BOB],
    ];
    expect((await plan(rows, [], [[1, ANN]])).map(inWords)).toEqual([
      `import ${ANN}`,
      `Zoe: shares ${ANN} with Ann, line 2`,
      `import ${BOB}`,
    ]);
  });

  it('gives the row above the visits before of the same person below, too', async () => {
    const before = { visits: 2, firstVisit: null, lastVisit: '2025-03-01', spentCents: 9_000 };
    const rows: Row[] = [
      ['Ann', ANN],
      ['Ann', ANN, HOME],
      ['Ann', HOME],
    ];
    const later = { visits: 3, firstVisit: '2024-05-02', lastVisit: '2024-09-01', spentCents: null };
    const [made] = await plan(rows, [], [], [undefined, before, later]);
    expect(made?.card.before).toEqual({
      visits: 5,
      firstVisit: '2024-05-02',
      lastVisit: '2025-03-01',
      spentCents: 9_000,
    });
    const [without] = await plan(rows);
    expect(without?.card).not.toHaveProperty('before');
  });
});
