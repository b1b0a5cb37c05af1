import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createLogger } from '../../../src/adapters/logger.ts';
import { limitSubjects } from '../../../src/adapters/secrets/limit-subjects.ts';
import type { CodeWay } from '../../../src/contracts/problem.ts';
import { createCodeStore } from '../../../src/features/booking/admission/codes/code-store.ts';
import { createContactCodes } from '../../../src/features/booking/admission/codes/contact-codes.ts';
import { memoryCounts, newPerson } from '../booking/admission-world.ts';

export const NOON = Date.parse('2026-11-20T20:00:00Z');

const HOME = { kind: 'customer', address: '192.0.2.1' } as const;
let senders = 0;
/** A visitor at a new address. */
export const somebodyElse = () => ({ kind: 'customer', address: `198.51.100.${++senders}` }) as const;

/** Codes over a database, on a clock of the test's own; sent codes are in `sent`. */
export function contactCodesWorld(pool: Pool) {
  let seconds = 0;
  let ways: readonly CodeWay[] = ['sms', 'email'];
  let isAway = false;
  const sent: { readonly way: CodeWay; readonly to: string; readonly code: string }[] = [];
  const logged: string[] = [];
  const { counts, counted } = memoryCounts(() => seconds);
  const codes = createContactCodes({
    store: createCodeStore(pool),
    counts: counts(),
    subject: limitSubjects(Buffer.alloc(32, 1)),
    key: Buffer.alloc(32, 2),
    waysTo: async () => ways,
    async send(way, to, code) {
      if (isAway) throw new Error(`${to} can't be reached`);
      sent.push({ way, to, code });
    },
    logger: createLogger('warn', { write: (line) => logged.push(line) }),
    now: () => new Date(NOON + seconds * 1_000),
  });
  const asking = (different: Partial<Parameters<typeof codes.demand>[0]> = {}) => ({
    bookingId: randomUUID(),
    contacts: newPerson(),
    sender: HOME,
    codeBy: 'sms' as CodeWay,
    ...different,
  });
  type Asking = ReturnType<typeof asking>;
  return {
    codes,
    sent,
    logged,
    counted,
    asking,
    async confirmed(different: Partial<Asking> = {}) {
      const wish = asking(different);
      await codes.demand(wish);
      await codes.answer(wish.bookingId, wish.contacts, sent.at(-1)?.code ?? '');
      return wish;
    },
    later(more: number) {
      seconds += more;
    },
    offer(only: readonly CodeWay[]) {
      ways = only;
    },
    setAway(away: boolean) {
      isAway = away;
    },
  };
}
