import type { MailBrand, MailContent } from '../../../adapters/mail/layout.ts';
import { ROLE_WORDS, type Role } from '../../../contracts/accounts/roles.ts';
import type { Happened } from './access-texts.ts';
import { ONCE } from './mail-texts.ts';

/** A decision of an owner on somebody's role. */
interface Decided {
  /** The owner's name. */
  readonly by: string;
  readonly role: Role;
}

const AS: Readonly<Record<Role, string>> = {
  owner: 'as an owner: you see and change everything',
  front_desk: 'at the front desk: you see and manage appointments, customers and messages',
  stylist: 'as a stylist: you see your appointments, complete them and note what you did',
};

/** The mail by which somebody chooses a password. */
export const invitationContent = ({ by, role }: Decided, { name }: MailBrand, url: string): MailContent => ({
  subject: `Work with ${name} online`,
  preview: 'One click, and you choose a password.',
  heading: `You are invited to ${name}`,
  paragraphs: [
    `${by} invites you to work with ${name} online, ${AS[role]}.`,
    'Enter your name and choose a password, and you are in.',
  ],
  button: { label: 'Choose a password', url },
  notes: [ONCE, 'If you don’t know of it, please leave the link alone: without it nobody gets in.'],
});

/** The mail to somebody whose account has proven its address before. */
export const roleGivenContent = ({ by, role }: Decided, { name, publicUrl }: MailBrand): MailContent => ({
  subject: `Work with ${name} online`,
  preview: 'Sign in as you always do.',
  heading: `You work with ${name} online`,
  paragraphs: [
    `${by} lets you work with ${name} online, ${AS[role]}.`,
    'Sign in with your account as you always do.',
  ],
  button: { label: 'Sign in', url: `${publicUrl}/admin` },
  notes: [],
});

/** The mail to all owners about somebody who has another role, or none any more. */
export function roleChangedContent(
  { who, kind }: Pick<Happened, 'who' | 'kind'>,
  { by, role }: Pick<Decided, 'by'> & { readonly role?: Role | undefined },
  { name, publicUrl }: MailBrand,
): MailContent {
  const isRevoked = kind === 'admin-revoked';
  const heading = isRevoked ? `${who} has no role any more` : `${who} has a new role`;
  return {
    subject: `${heading} at ${name}`,
    preview: 'Do you know about it? Then there is nothing to do.',
    heading,
    paragraphs: [
      `${by} has decided this.${role && !isRevoked ? ` The role is now: ${ROLE_WORDS[role]}.` : ''}`,
      'If you know about it, there is nothing to do. If none of you did this, take the role away at once, and choose new passwords.',
    ],
    button: { label: 'See who works with you', url: `${publicUrl}/admin/people` },
    notes: ['This mail goes to all owners.'],
  };
}
