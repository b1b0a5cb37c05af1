import { isEmail } from '../../salon/email.ts';
import type { ProfileNow } from '../salon-profile/live-profile.ts';
import type { SalonProfile } from '../salon-profile/profile.ts';
import type { Sender } from './mail.ts';

/** Parses `Name <name@host>`, or an address alone, for which the name is empty. Undefined when the text is neither. */
export function parseSender(text: string): Sender | undefined {
  const [, quoted = '', inBrackets, alone] = /^(?:([^<>]*)<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
  const address = (inBrackets ?? alone ?? '').trim();
  if (!isEmail(address)) return undefined;
  return { name: quoted.trim().replace(/^"(.*)"$/, '$1'), address };
}

/**
 * The sender of the salon's mails: the setting `MAIL_FROM`, else the mail address in the profile, else a `no-reply@` address
 * of the site.
 */
export function senderOf(
  { mailFrom }: { readonly mailFrom: string | undefined },
  { name, links }: Pick<SalonProfile, 'name' | 'links'>,
  publicUrl: string,
): Sender {
  const set = mailFrom === undefined ? undefined : parseSender(mailFrom);
  if (set) return { ...set, name: set.name || name };
  const [, contact = ''] = /^mailto:([^?]+)/.exec(links.contact) ?? [];
  const known = parseSender(decodeURIComponent(contact));
  return { name, address: known?.address ?? `no-reply@${new URL(publicUrl).hostname}` };
}

/** The same sender by the profile as it is when a mail is sent. */
export const senderNow = (
  config: { readonly mailFrom: string | undefined },
  profile: ProfileNow,
  publicUrl: string,
): Sender => ({
  get name() {
    return senderOf(config, profile(), publicUrl).name;
  },
  get address() {
    return senderOf(config, profile(), publicUrl).address;
  },
});
