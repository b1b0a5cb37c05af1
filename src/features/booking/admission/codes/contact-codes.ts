import { createHmac, createSecretKey, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UsageCounts } from '../../../../adapters/postgres/usage-counts.ts';
import { admitUse } from '../../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../../adapters/secrets/limit-subjects.ts';
import type { CodeWay } from '../../../../contracts/problem.ts';
import { type Refused, refuse } from '../../../../http/refusal.ts';
import { CODES_APART_SECONDS } from '../../../../salon/booking-limits.ts';
import { countedEmail } from '../../../../salon/counted-email.ts';
import { CODE_MINUTES } from './code-content.ts';
import { countedCodes } from './code-limits.ts';
import type { CodeStore, KeptCode } from './code-store.ts';

export interface ContactPerson {
  readonly email: string | null;
  readonly phoneE164: string;
}

/** A request to book for which a code is asked. */
interface Asking {
  readonly bookingId: string;
  readonly contacts: ContactPerson;
  readonly sender: { readonly address: string };
  /** How to send the code; undefined as long as the visitor hasn't chosen. */
  readonly codeBy?: CodeWay | undefined;
}

/**
 * Codes sent to a booking's phone or e-mail. Each code belongs to one request to book and to one contact. It works for ten minutes and
 * for five tries, and is stored as a keyed hash.
 */
export interface ContactCodes {
  /** The ways by which a code can be sent to these contacts now. Empty while messages are paused, or if there is nothing to send by. */
  waysTo(contacts: ContactPerson): Promise<readonly CodeWay[]>;
  /**
   * The contacts that the code of this request has proven. Codes of other requests don't count, since anybody may enter a number whose
   * owner once entered a code.
   */
  provenContacts(bookingId: string, contacts: ContactPerson): Promise<readonly CodeWay[]>;
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
/** The request has a deadline, so it waits only this long. If sending hasn't failed by then, the code counts as sent. */
const SEND_WITHIN_MS = 2_000;

export function createContactCodes(deps: ContactCodesDeps): ContactCodes {
  const { store, counts, subject, waysTo, send, logger, now } = deps;
  const secret = createSecretKey(deps.key);
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

  const required = (by: readonly CodeWay[], sent: KeptCode | undefined) =>
    refuse('code-required', {
      contact_code: {
        by: [...by],
        sent: sent ? { by: sent.way, expires_at: sent.expiresAt.toISOString() } : null,
      },
    });

  /** @throws Refused `code-not-sent` if the code was certainly not sent */
  async function sendNew(kept: KeptCode, to: string, code: string, takeBack: () => Promise<void>) {
    const sent = send(kept.way, to, code).catch(async () => {
      // The error's own message isn't logged, since it may contain the contact.
      logger.warn(
        { err: new Error(`no code could be sent by ${kept.way}`) },
        'A code for a booking was not sent.',
      );
      await Promise.all([store.remove(kept), takeBack()]);
      throw refuse('code-not-sent');
    });
    await Promise.race([sent, sleep(SEND_WITHIN_MS)]).finally(() => sent.catch(() => {}));
  }

  return {
    waysTo,

    provenContacts: (bookingId, contacts) => store.confirmedBy(bookingId, contactsOf(contacts)),

    async answer(bookingId, contacts, code) {
      const own = contactsOf(contacts);
      const kept = await store.tryOne(bookingId, own, now());
      const given = hashOf(bookingId, kept?.contact ?? '', code);
      // The comparison is made in any case, so that the time doesn't reveal whether there was a code.
      const isRight = timingSafeEqual(given, kept?.hash ?? randomBytes(HASH_BYTES));
      if (kept && isRight) return store.confirm(kept, now());
      // For a repeated request, the code was already accepted before.
      if ((await store.confirmedBy(bookingId, own)).length > 0) return;
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

      const { takeBack } = await admitUse(
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
      await sendNew(kept, to, code, takeBack);
      return required(ways, kept);
    },
  };
}
