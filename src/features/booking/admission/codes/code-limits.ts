import { numberPrefix } from '../../../../adapters/phone.ts';
import type { LimitedSubject, UsageLimit } from '../../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../../adapters/secrets/limit-subjects.ts';
import type { CodeWay } from '../../../../contracts/problem.ts';
import { CODES_APART_SECONDS } from '../../../../salon/booking-limits.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The limits of codes to one phone or mailbox, over all who ask. It may belong to anybody, and they must not get dozens of codes. */
const CONTACT_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: CODES_APART_SECONDS },
  { most: 3, seconds: HOUR },
  { most: 5, seconds: DAY },
];
/** Codes for one sender, to any contacts. */
const SENDER_LIMITS: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];
/** Codes in text messages to numbers with the same beginning. Numbers whose owners are paid for each message often have that. */
const PREFIX_LIMITS: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];
/** Codes to everybody. Text messages cost money. Those with codes have these limits of their own, and count for no other limit. */
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
/** A code that somebody asks for. */
interface AskedCode {
  readonly way: CodeWay;
  /** The phone number (E.164) or the e-mail address. */
  readonly to: string;
  /** Keyed hash of the phone number or e-mail address. */
  readonly contact: string;
  readonly sender: { readonly address: string };
}

/** The subjects under which a code is counted, with their limits. */
export function countedCodes(
  { way, to, contact, sender }: AskedCode,
  subject: LimitSubject,
): readonly LimitedSubject[] {
  return [
    { subject: contact, limits: CONTACT_LIMITS },
    { subject: subject('codes from', sender.address), limits: SENDER_LIMITS },
    ...(way === 'sms'
      ? [{ subject: subject('codes to prefix', numberPrefix(to)), limits: PREFIX_LIMITS }]
      : []),
    { subject: subject('codes', way), limits: ALL_LIMITS[way] },
  ];
}
