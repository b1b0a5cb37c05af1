import { createHmac, createSecretKey, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UsageCounts } from '../../../../adapters/postgres/usage-counts.ts';
import { admitUse, countUse } from '../../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../../adapters/secrets/limit-subjects.ts';
import type { CodeWay } from '../../../../contracts/problem.ts';
import { type Refused, refuse } from '../../../../http/refusal.ts';
import { CODES_APART_SECONDS } from '../../../../salon/booking-limits.ts';
import { countedEmail } from '../../../../salon/counted-email.ts';
import type { BookingAttempt, ContactPerson } from '../attempts.ts';
import { CODE_MINUTES } from './code-content.ts';
import { countedCodes, TRUSTED_LIMITS } from './code-limits.ts';
import type { CodeStore, KeptCode } from './code-store.ts';

/** A request to book for which a code is asked. */
type Asking = Pick<BookingAttempt, 'bookingId' | 'contacts' | 'sender' | 'codeBy'>;

/**
 * Codes sent to a booking's phone or e-mail. Each code belongs to one request to book and to one contact. It works for ten minutes and
 * for five tries, and is stored as a keyed hash.
 */
export interface ContactCodes {
  /** The ways by which a code can be sent to these contacts now. Empty while messages are paused, or if there is nothing to send by. */
  waysTo(contacts: ContactPerson): Promise<readonly CodeWay[]>;
  /** Whether `isConfirmed` could return true. Unlike that, it counts nothing. */
  mayBeConfirmed(bookingId: string, contacts: ContactPerson): Promise<boolean>;
  /**
   * Whether this request's code was entered, or a code for one of its contacts was entered within the last year. In the latter case
   * this call is counted, since a trusted contact may make only some bookings without a new code.
   */
  isConfirmed(bookingId: string, contacts: ContactPerson): Promise<boolean>;
  /**
   * The contacts that the code of this request itself has proven. Codes that were entered earlier don't count here, since anybody may
   * enter a number whose owner once entered a code.
   */
  provenContacts(bookingId: string, contacts: ContactPerson): Promise<readonly CodeWay[]>;
  /** Takes the booking that `isConfirmed` has counted out of the count again, because the request was refused. */
  refund(bookingId: string, contacts: ContactPerson): Promise<void>;
  /** Checks an entered code. @throws Refused `code-invalid` for a wrong code, an expired one, and one that was never sent */
  answer(bookingId: string, contacts: ContactPerson, code: string): Promise<void>;
  /**
   * Sends a code if the request says by which way to send it.
   *
   * @returns the refusal that asks for the code
   * @throws Refused `too-many-codes`, `code-not-sent`
   */
  demand(asking: Asking): Promise<Refused>;
}

export interface ContactCodesDeps {
  readonly store: CodeStore;
  readonly counts: UsageCounts;
  /** Makes the keyed hashes of contacts, and of the subjects under which codes are counted. */
  readonly subject: LimitSubject;
  /** Key of the codes' hashes: without it, somebody who steals a hash could find the code by trying all million codes. */
  readonly key: Buffer;
  waysTo(contacts: ContactPerson): Promise<readonly CodeWay[]>;
  /** Rejects when the code can't be sent that way. */
  send(way: CodeWay, to: string, code: string): Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  now(): Date;
}

const DIGITS = 6;
const HASH_BYTES = 32;
const TRUSTED_MS = 365 * 86_400_000;
/** The request has a deadline, so it waits only this long. If sending hasn't failed by then, the code counts as sent. */
const SEND_WITHIN_MS = 2_000;

export function createContactCodes(deps: ContactCodesDeps): ContactCodes {
  const { store, counts, subject, waysTo, send, logger, now } = deps;
  const secret = createSecretKey(deps.key);
  const isConfirmed = async (bookingId: string, contacts: readonly string[]) =>
    (await store.confirmedBy(bookingId, contacts)).length > 0;
  const hashOf = (bookingId: string, contact: string, code: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([bookingId, contact, code]))
      .digest();

  const addressOf = ({ phoneE164, email }: ContactPerson, way: CodeWay) =>
    way === 'sms' ? phoneE164 : email;
  const contactOf = (way: CodeWay, to: string) =>
    subject('contact', way, way === 'email' ? countedEmail(to) : to);
  const contactsOf = (contacts: ContactPerson): readonly string[] =>
    (['sms', 'email'] as const).flatMap((way) => {
      const to = addressOf(contacts, way);
      return to === null ? [] : [contactOf(way, to)];
    });

  /** A trusted contact makes some bookings without a code, and then needs one like everybody else. */
  const trustOf = (contact: string) => subject('trusted', contact);
  async function isWithinTrust(bookingId: string, contact: string): Promise<boolean> {
    const trusted = [{ subject: trustOf(contact), limits: TRUSTED_LIMITS }];
    return (await countUse(counts, trusted, bookingId)).waitSeconds === 0;
  }

  const required = (by: readonly CodeWay[], sent: KeptCode | undefined) =>
    refuse('code-required', {
      contact_code: {
        by: [...by],
        sent: sent ? { by: sent.way, expires_at: sent.expiresAt.toISOString() } : null,
      },
    });

  /** @throws Refused `code-not-sent` if the code was certainly not sent */
  async function sendNew(kept: KeptCode, to: string, code: string, refund: () => Promise<void>) {
    const sending = send(kept.way, to, code).catch(async () => {
      // The error's own message isn't logged, since it may contain the contact.
      logger.warn(
        { err: new Error(`no code could be sent by ${kept.way}`) },
        'A code for a booking was not sent.',
      );
      await Promise.all([store.remove(kept), refund()]);
      throw refuse('code-not-sent');
    });
    await Promise.race([sending, sleep(SEND_WITHIN_MS)]).finally(() => sending.catch(() => {}));
  }

  return {
    waysTo,

    async mayBeConfirmed(bookingId, contacts) {
      const own = contactsOf(contacts);
      return (await isConfirmed(bookingId, own)) || (await store.trustedOf(own, now())).length > 0;
    },

    provenContacts: (bookingId, contacts) => store.confirmedBy(bookingId, contactsOf(contacts)),

    refund: (bookingId, contacts) => counts.refund(contactsOf(contacts).map(trustOf), bookingId),

    async isConfirmed(bookingId, contacts) {
      const own = contactsOf(contacts);
      if (await isConfirmed(bookingId, own)) return true;
      for (const contact of await store.trustedOf(own, now()))
        if (await isWithinTrust(bookingId, contact)) return true;
      return false;
    },

    async answer(bookingId, contacts, code) {
      const own = contactsOf(contacts);
      const kept = await store.tryOne(bookingId, own, now());
      const given = hashOf(bookingId, kept?.contact ?? '', code);
      // The comparison is made in any case, so that the time doesn't reveal whether there was a code.
      const isRight = timingSafeEqual(given, kept?.hash ?? randomBytes(HASH_BYTES));
      if (kept && isRight) return store.confirm(kept, now(), new Date(now().getTime() + TRUSTED_MS));
      // For a repeated request, the code was already accepted before.
      if (await isConfirmed(bookingId, own)) return;
      throw refuse('code-invalid');
    },

    async demand({ bookingId, contacts, sender, codeBy }) {
      const ways = await waysTo(contacts);
      const sent = await store.openFor(bookingId, contactsOf(contacts), now());
      if (codeBy === undefined) return required(ways, sent);
      const to = addressOf(contacts, codeBy);
      if (to === null || !ways.includes(codeBy)) throw refuse('code-not-sent');
      const contact = contactOf(codeBy, to);
      const isRepeated =
        sent?.contact === contact && now().getTime() - sent.sentAt.getTime() < CODES_APART_SECONDS * 1_000;
      if (isRepeated) return required(ways, sent);

      const { refund } = await admitUse(
        counts,
        countedCodes({ way: codeBy, to, contact, sender }, subject),
        (retryAfterSeconds) => refuse('too-many-codes', { retryAfterSeconds }),
      );
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      const kept: KeptCode = {
        bookingId,
        contact,
        way: codeBy,
        hash: hashOf(bookingId, contact, code),
        sentAt: now(),
        expiresAt: new Date(now().getTime() + CODE_MINUTES * 60_000),
      };
      await store.keep(kept);
      await sendNew(kept, to, code, refund);
      return required(ways, kept);
    },
  };
}
