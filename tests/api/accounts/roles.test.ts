import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOneTimeTokens } from '../../../src/features/accounts/mails/one-time-tokens.ts';
import { createAdminCommands } from '../../../src/features/accounts/users/admin-commands.ts';
import { provideFirstAdmin } from '../../../src/features/accounts/users/first-admin.ts';
import {
  authClient,
  givenUser,
  mailedToken,
  NAMED,
  openLink,
  PASSWORD,
} from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** Nobody gets the admin role who has signed up with the address of somebody that has, or will have it. */

let salon: TestSalon;
let deps: Parameters<typeof provideFirstAdmin>[0];
let commands: ReturnType<typeof createAdminCommands>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { TRUST_PROXY: '1' } });
  const now = () => new Date();
  deps = {
    pool: salon.database.pool,
    linkTokens: createOneTimeTokens(salon.secretKey, now),
    hashPassword: async () => 'a hash',
    publicUrl: salon.url,
    now,
  };
  commands = createAdminCommands({ ...deps, sendMail: async () => {} });
});
afterAll(() => salon.stop());

const STRANGER = { address: '203.0.113.66' };
const HOME = { address: '198.51.100.1' };
const signUp = async (email: string) => {
  const { error } = await authClient(salon, STRANGER).signUp({ email, password: PASSWORD, options: NAMED });
  if (error) throw error;
};
const signUpLink = (email: string) => mailedToken(salon, email, 'signup');
const query = (text: string, email: string) => salon.database.pool.query(text, [email]);

describe('the role', () => {
  it('is not granted while a stranger may have chosen the password', async () => {
    const email = 'new-staff@example.com';
    await signUp(email);
    await openLink(salon, await signUpLink(email), 'signup', HOME);
    await expect(commands.grant(email)).rejects.toThrow(/Somebody else may have chosen the password/);
    const owner = authClient(salon, HOME);
    await owner.resetPasswordForEmail(email);
    const token_hash = await mailedToken(salon, email, 'recovery');
    await owner.verifyOtp({ type: 'recovery', token_hash });
    expect((await owner.updateUser({ password: 'Copper-9-meadow' })).error).toBeNull();
    expect(await commands.grant(email)).toBeDefined();
  });

  it('makes links to sign up with useless that were sent before', async () => {
    const email = 'links-before@example.com';
    await signUp(email);
    await query('update accounts.users set email_confirmed_at = now() where email = $1', email);
    await commands.grant(email);
    const opened = await openLink(salon, await signUpLink(email), 'signup');
    expect([opened.search, opened.hash]).toEqual(['', expect.stringContaining('message=')]);
    // A link that the removal missed doesn't work either.
    await salon.database.pool.query('update accounts.one_time_tokens set used_at = null');
    expect((await openLink(salon, await signUpLink(email), 'signup')).hash).toContain('otp_expired');
  });

  it.each(['reset-password', 'reset-factors'])('loses its change of address by %s', async (command) => {
    const { client, email } = await givenUser(salon);
    await client.updateUser({ email: `next-${email}`, current_password: PASSWORD });
    await (command === 'reset-password' ? commands.resetPassword(email) : commands.resetFactors(email));
    const again = authClient(salon);
    await again.signInWithPassword({ email, password: PASSWORD });
    const { user } = (await again.getUser()).data;
    expect([user?.email, user?.new_email]).toEqual([email, undefined]);
  });
});

describe('the invitation of the first admin', () => {
  const invite = (email: string) => provideFirstAdmin(deps, { email, password: undefined });
  const withoutOthers = () =>
    salon.database.pool.query("delete from accounts.user_roles where role = 'admin'");

  it('is not replaced by signing up with its address', async () => {
    await withoutOthers();
    const email = 'invited@example.com';
    expect(await invite(email)).toMatchObject({ is: 'invited' });
    await signUp(email);
    await authClient(salon, STRANGER).resend({ type: 'signup', email });
    await expect(signUpLink(email)).rejects.toThrow('no mail');
    expect(await invite(email)).toMatchObject({ is: 'invited' });
  });

  it('takes away the links of a person who has signed up with the address before', async () => {
    await withoutOthers();
    const email = 'taken-before@example.com';
    await signUp(email);
    const token = await signUpLink(email);
    expect(await invite(email)).toMatchObject({ is: 'invited' });
    expect((await openLink(salon, token, 'signup', HOME)).hash).toContain('otp_expired');
  });

  it('is printed again while the only password may be a stranger’s', async () => {
    await withoutOthers();
    const { email } = await givenUser(salon);
    await commands.grant(email);
    expect(await invite(email)).toEqual({ is: 'there already' });
    await query("update accounts.users set password_from = 'somewhere' where email = $1", email);
    expect(await invite(email)).toMatchObject({ is: 'invited' });
  });
});
