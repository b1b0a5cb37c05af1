import { numberPrefix } from '../../../../adapters/phone.ts';
import type { LimitedSubject, UsageLimit } from '../../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../../adapters/secrets/limit-subjects.ts';
import type { CodeWay } from '../../../../contracts/problem.ts';
import { CODES_APART_SECONDS } from '../../../../salon/booking-limits.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** To one phone or mailbox, whoever asks: it may be anybody's, who must not get dozens of them. */
const CONTACT_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: CODES_APART_SECONDS },
  { most: 3, seconds: HOUR },
  { most: 5, seconds: DAY },
];
/** For one sender, whatever the contacts; a network of IPv6 counts as one. */
const SENDER_LIMITS: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];
/** By text to numbers that begin alike, as those that somebody is paid for do. */
const PREFIX_LIMITS: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];
/** To everybody. Texts cost money; they have this allowance of their own and count for no other. */
export const ALL_LIMITS: Readonly<Record<CodeWay, readonly UsageLimit[]>> = {
  sms: [
    { most: 20, seconds: HOUR },
    { most: 60, seconds: DAY },
  ],
  email: [
    { most: 60, seconds: HOUR },
    { most: 200, seconds: DAY },
  ],
};
/** Bookings that a trusted contact makes without another code, whoever sends them. */
export const TRUSTED_LIMITS: readonly UsageLimit[] = [
  { most: 3, seconds: HOUR },
  { most: 6, seconds: DAY },
];

/** A code that somebody asks for. */
interface AskedCode {
  readonly way: CodeWay;
  /** E.164 for a text. */
  readonly to: string;
  /** Keyed hash of it. */
  readonly contact: string;
  readonly sender: { readonly address: string; readonly network?: string | undefined };
}

/** Under what a code counts. */
export function countedCodes(
  { way, to, contact, sender: { address, network } }: AskedCode,
  subject: LimitSubject,
): readonly LimitedSubject[] {
  const senders = network === undefined ? [address] : [address, network];
  return [
    { subject: contact, limits: CONTACT_LIMITS },
    ...senders.map((one) => ({ subject: subject('codes from', one), limits: SENDER_LIMITS })),
    ...(way === 'sms'
      ? [{ subject: subject('codes to prefix', numberPrefix(to)), limits: PREFIX_LIMITS }]
      : []),
    { subject: subject('codes', way), limits: ALL_LIMITS[way] },
  ];
}
