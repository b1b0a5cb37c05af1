import type { MailBrand, MailContent } from '../../../adapters/mail/layout.ts';
import type { OneTimeTokenKind } from './one-time-tokens.ts';

/** All kinds of mails about accounts, with the kind of one-time link in each; null if the mail has none. */
export const LINK_OF = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  'email-change': 'email_change',
  'email-change-asked': null,
  'email-changed': null,
  'account-ready': null,
  'password-changed': null,
  'factor-added': null,
  'factor-removed': null,
  'account-exists': null,
  'access-given': null,
  'admin-revoked': null,
  'role-changed': null,
  'role-given': null,
  invitation: 'invitation',
} as const satisfies Record<string, OneTimeTokenKind | null>;

export type MailKind = keyof typeof LINK_OF;

/** Mails about what an owner has done: `access-texts.ts` and `role-texts.ts` have their texts. */
type MailAboutAccess = 'access-given' | 'admin-revoked' | 'role-changed' | 'role-given' | 'invitation';

/** Mails that go to a user's former address, since somebody else may have asked for the change of the address. */
export const TO_FORMER_ADDRESS: readonly MailKind[] = ['email-change-asked', 'email-changed'];

const IGNORE = 'If you didn’t ask for this, please ignore this mail: nothing will change.';
export const ONCE = 'The link works once, within an hour.';
/** The common texts of mails that only report something. */
const NOTICE = { preview: 'Was it you? Then there is nothing to do.', notes: [] };

/**
 * The content of a mail. No mail addresses its reader by name: otherwise somebody could sign up with a stranger's address, and
 * choose as a name words that the salon then sends to the stranger.
 *
 * @param url URL of the mail's link, or of the page where people ask for a new password
 */
export function contentOf(
  kind: Exclude<MailKind, MailAboutAccess>,
  { name, phone }: MailBrand,
  url: string,
): MailContent {
  const callUs = phone ? `call us at ${phone}` : 'call us';
  switch (kind) {
    case 'confirmation':
      return {
        subject: `Confirm your email address for ${name}`,
        preview: 'One click, and your account is ready.',
        heading: 'Confirm your email address',
        paragraphs: [
          `Somebody has signed up at ${name} with this address and chosen a password. If it was you, please confirm that the address is yours; then you can sign in.`,
        ],
        button: { label: 'Confirm email address', url },
        notes: [
          ONCE,
          'If it wasn’t you, please leave the link alone: without it the password opens nothing, and in a week we will have forgotten the address.',
        ],
      };
    case 'recovery':
      return {
        subject: `Choose a new password for ${name}`,
        preview: 'Here is the link you asked for.',
        heading: 'Choose a new password',
        paragraphs: [`You asked for a new password for your account at ${name}. Choose it here.`],
        button: { label: 'Choose a new password', url },
        notes: [ONCE, 'If you didn’t ask for this, please ignore this mail: your password stays as it is.'],
      };
    case 'email-change':
      return {
        subject: `Confirm your new email address for ${name}`,
        preview: 'From then on you sign in with this address.',
        heading: 'Confirm your new email address',
        paragraphs: [
          `You want to sign in at ${name} with this address. Please open the link where you are signed in, and confirm that the address is yours; until then your former one counts.`,
        ],
        button: { label: 'Confirm new address', url },
        notes: [ONCE, IGNORE],
      };
    case 'email-change-asked':
      return {
        subject: `A new email address for your account at ${name}`,
        ...NOTICE,
        heading: 'A new email address was asked for',
        paragraphs: [
          `Somebody who is signed in to your account at ${name} wants to sign in with another address from now on. If that was you, please open the link that we sent to the new address.`,
          `If it wasn’t, choose a new password at once: then nothing will change. You can also ${callUs}.`,
        ],
        button: { label: 'That wasn’t me', url },
      };
    case 'email-changed':
      return {
        subject: `Your email address for ${name} was changed`,
        ...NOTICE,
        heading: 'Your email address was changed',
        paragraphs: [
          `Your account at ${name} has another email address now, and this one signs nobody in any more. If that was you, there is nothing to do.`,
          `If it wasn’t, please ${callUs}, at once.`,
        ],
      };
    case 'account-ready':
      return {
        subject: `Your account at ${name} is ready`,
        preview: 'Sign in with this address and your password.',
        heading: 'Your account is ready',
        paragraphs: [
          `You have access to the administration of ${name} now. From now on, sign in with this address and the password that you have just chosen.`,
        ],
        button: { label: 'Choose another password', url },
        notes: ['If it wasn’t you who chose the password, choose another one at once.'],
      };
    case 'password-changed':
      return {
        subject: `Your password for ${name} was changed`,
        ...NOTICE,
        heading: 'Your password was changed',
        paragraphs: [
          `The password of your account at ${name} has just been changed. If that was you, there is nothing to do.`,
          `If it wasn’t, choose a new password at once, or ${callUs}.`,
        ],
        button: { label: 'That wasn’t me', url },
      };
    case 'factor-added':
      return {
        subject: `Signing in to ${name} now takes a second step`,
        ...NOTICE,
        heading: 'A second step was added',
        paragraphs: [
          `Your account at ${name} has a new way to prove who you are when you sign in. If you added it, there is nothing to do.`,
          `If you didn’t, choose a new password at once, and ${callUs}.`,
        ],
        button: { label: 'That wasn’t me', url },
      };
    case 'factor-removed':
      return {
        subject: `A second step for ${name} was removed`,
        ...NOTICE,
        heading: 'A second step was removed',
        paragraphs: [
          `Your account at ${name} has one way less to prove who you are when you sign in. If you removed it, or asked us to, there is nothing to do.`,
          `If you didn’t, choose a new password at once, and ${callUs}.`,
        ],
        button: { label: 'That wasn’t me', url },
      };
    case 'account-exists':
      return {
        subject: `You already have an account at ${name}`,
        preview: 'Sign in, or choose a new password.',
        heading: 'You already have an account',
        paragraphs: [
          `Somebody, most likely you, has just asked to use this address for an account at ${name}. It has one already, and nothing about it has changed.`,
          'Please sign in to it with the password that you chose then. If you no longer know it, choose a new one.',
        ],
        button: { label: 'Choose a new password', url },
        notes: [
          'If this wasn’t you, there is nothing to do: nobody learns from us that there is an account.',
        ],
      };
  }
}
