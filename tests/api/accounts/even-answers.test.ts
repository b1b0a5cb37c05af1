import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVEN_STEP_MS } from '../../../src/features/accounts/supabase-protocol/router.ts';
import { givenUser, NAMED, PASSWORD } from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** Answers that take as long and say the same for unknown addresses as for known ones. */

let salon: TestSalon;
beforeAll(async () => {
  // The client compares with the machine's clock.
  salon = await givenSalon({ now: new Date(), quickSignIn: false });
});
afterAll(() => salon.stop());

/** Timers may be early by a fraction of a millisecond. */
async function timed<Answer>(ask: () => Promise<Answer>) {
  const from = performance.now();
  const answer = await ask();
  return { answer, isEven: performance.now() - from > EVEN_STEP_MS - 5 };
}

it.each(['signup', 'recover', 'resend'])('%s', async (call) => {
  const { email } = await givenUser(salon);
  const bodies = [email, `nobody-${call}@example.com`].map((address) => ({
    email: address,
    ...(call === 'signup' && { password: PASSWORD, ...NAMED }),
    ...(call === 'resend' && { type: 'signup' }),
  }));
  const answers = await Promise.all(
    bodies.map((body) => timed(() => salon.http.send({ method: 'POST', path: `/auth/v1/${call}`, body }))),
  );
  for (const { answer, isEven } of answers) expect([answer.status, isEven], answer.text).toEqual([200, true]);
});

it('a change of the address', async () => {
  const taken = await givenUser(salon);
  for (const email of [taken.email, 'nobody-yet@example.com']) {
    const { client } = await givenUser(salon);
    const { answer, isEven } = await timed(() => client.updateUser({ email, current_password: PASSWORD }));
    expect([answer.error, answer.data.user?.new_email, isEven]).toEqual([null, email, true]);
  }
});
