import type { MailBrand, MailContent } from '../../../adapters/mail/layout.ts';
import { instantAs } from '../../../salon/instant-text.ts';
import { deviceName } from '../sessions/devices.ts';

/** An administrator gives a program or a phone access by one of these. It then needs no sign-in. */
const GIVEN = {
  'api-key-made': {
    heading: 'A new API key was made',
    did: 'has made an API key',
    gives: 'With it, another program reads what the key opens, and changes it if it may.',
  },
  'webhook-made': {
    heading: 'A new webhook was added',
    did: 'has added a webhook',
    gives: 'From now on, a webhook sends the salon’s events to another program.',
  },
  'webhook-moved': {
    heading: 'A webhook has another address',
    did: 'has changed where a webhook sends',
    gives: 'From now on, a webhook sends the salon’s events to another program.',
  },
  'webhook-secret-made': {
    heading: 'A webhook has a new secret',
    did: 'has made a new secret for a webhook, which was shown once',
    gives: 'Another program knows by it that a message comes from the salon.',
  },
  'calendar-address-made': {
    heading: 'A private calendar address was made',
    did: 'has made a private address of the calendar',
    gives: 'A phone with this address reads the appointments of the next months.',
  },
} as const;

export type AccessGiven = keyof typeof GIVEN;

export const isAccessGiven = (kind: string): kind is AccessGiven => Object.hasOwn(GIVEN, kind);

/** An event, as far as it is known when a mail about it is sent. */
export interface Happened {
  readonly kind: string;
  readonly at: Date;
  /** The owner of the account. */
  readonly who: string;
  /** Name of the key, or host of the webhook; null if it is gone, and for a calendar address. */
  readonly thing: string | null;
  readonly userAgent: string;
  /** How many webhooks are paused because their maker administers the salon no more. */
  readonly pausedWebhooks: number;
}

const quoted = (thing: string | null) => (thing === null ? '' : `: “${thing}”`);

/** The mail to all administrators about access that one of them has given. It never has the secret itself. */
export function accessGivenContent(
  { kind, at, who, thing, userAgent }: Happened,
  { name, phone, publicUrl }: MailBrand,
  timeZone: string,
): MailContent | undefined {
  if (!isAccessGiven(kind)) return undefined;
  const { heading, did, gives } = GIVEN[kind];
  const when = instantAs(at, timeZone, "MMMM d, yyyy 'at' h:mm a");
  return {
    subject: `${heading} at ${name}`,
    preview: 'Do you know about it? Then there is nothing to do.',
    heading,
    paragraphs: [
      `${who} ${did} at ${name}${quoted(thing)}. This was on ${when}, with this device: ${deviceName(userAgent)}.`,
      `${gives} It goes on working after a new password.`,
      `If you know about it, there is nothing to do. If nobody of you did this, revoke it at once, and let ${who} choose a new password and sign out everywhere else.${phone && ` You can also call ${phone}.`}`,
    ],
    button: { label: 'See what has access', url: `${publicUrl}/admin/access` },
    notes: ['This mail goes to everybody who administers the salon.'],
  };
}

/** The mail to all administrators about one who isn't any more. */
export function adminRevokedContent(
  { who, pausedWebhooks }: Happened,
  { name, publicUrl }: MailBrand,
): MailContent {
  const heading = `${who} no longer administers the salon`;
  const webhooks =
    pausedWebhooks === 0
      ? 'There were no webhooks of theirs.'
      : `Webhooks of theirs that are paused now: ${pausedWebhooks}. Nothing is sent there until one of you looks at the address and resumes it.`;
  return {
    subject: `${heading} (${name})`,
    preview: 'Their API keys have ended, and their webhooks are paused.',
    heading,
    paragraphs: [
      `The person who runs the server has taken the right to administer ${name} away from ${who}.`,
      `Their API keys and their private calendar address have ended. ${webhooks}`,
    ],
    button: { label: 'See what has access', url: `${publicUrl}/admin/access` },
    notes: ['This mail goes to everybody who administers the salon.'],
  };
}
