import { expect, it } from 'vitest';
import { ROLES } from '../../../src/contracts/accounts/roles.ts';
import {
  invitationContent,
  roleChangedContent,
  roleGivenContent,
} from '../../../src/features/accounts/mails/role-texts.ts';

const BRAND = { name: 'Salon', phone: '', publicUrl: 'https://salon.example' } as Parameters<
  typeof invitationContent
>[1];

it.each(ROLES)('mails about the role %s say who has given it, and what it opens', (role) => {
  const mails = [
    invitationContent({ by: 'Ann Smith', role }, BRAND, 'https://salon.example/auth#token'),
    roleGivenContent({ by: 'Ann Smith', role }, BRAND),
    roleChangedContent({ who: 'Bea', kind: 'admin-granted' }, { by: 'Ann Smith', role }, BRAND),
  ];
  const words = { owner: 'owner', front_desk: 'front desk', stylist: 'stylist' }[role];
  for (const { paragraphs } of mails)
    expect(paragraphs.join(' ')).toMatch(new RegExp(`Ann Smith .*${words}`));
});
