import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenUser } from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** More for a measurement: SIGN_IN_TRIES=400. */
const TRIES = Number(process.env.SIGN_IN_TRIES ?? 60);
/** Few tries on a busy machine differ by chance; without the same work, the unknown would take a tenth of the time. */
const MAY_DIFFER = TRIES >= 400 ? 0.05 : 0.5;

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), quickSignIn: false });
});
afterAll(() => salon.stop());

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

it(`takes as long for an address without an account as for a wrong password, in ${TRIES} tries each`, {
  timeout: 120_000 + TRIES * 1_000,
}, async () => {
  const { email } = await givenUser(salon);
  async function answered(body: { readonly email: string; readonly password: string }) {
    const began = performance.now();
    const answer = await salon.http.send({
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      body,
    });
    return { ms: performance.now() - began, said: `${answer.status} ${answer.text}` };
  }
  const known: number[] = [];
  const unknown: number[] = [];
  const said = new Set<string>();
  for (let n = 0; n < TRIES; n += 1) {
    // The limits of one account can't be switched off, so its counts are removed.
    await salon.database.pool.query('delete from usage_counts');
    // Alternating, so that both meet the machine as busy.
    const first = await answered({ email, password: 'a wrong password' });
    const second = await answered({ email: `nobody-${n}@example.com`, password: 'a wrong password' });
    known.push(first.ms);
    unknown.push(second.ms);
    said.add(first.said).add(second.said);
  }
  expect([...said]).toEqual([expect.stringMatching(/^400 .*"invalid_credentials"/)]);
  const difference = Math.abs(median(known) - median(unknown)) / median(known);
  if (TRIES >= 400) console.log({ known: median(known), unknown: median(unknown), difference });
  expect(difference).toBeLessThan(MAY_DIFFER);
});
