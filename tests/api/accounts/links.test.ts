import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  authClient,
  givenUser,
  mailedToken,
  NAMED,
  openLink,
  PASSWORD,
} from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** The client compares with the machine's clock. */
const START = new Date();
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: START, settings: { TRUST_PROXY: '1' } });
});
afterAll(() => salon.stop());
afterEach(() => salon.setClock(START));

const later = (ms: number) => salon.setClock(new Date(START.getTime() + ms));
const HOME = { address: '198.51.100.1' };
const OFFICE = { address: '198.51.100.2' };
const STRANGER = { address: '203.0.113.66' };
const SCANNER = { address: '192.0.2.99' };
const STRANGERS_PASSWORD = 'Crimson-6-harbour';

let owners = 0;
const somebody = () => `owner-${++owners}@example.com`;
const signUp = async (email: string, password: string, from: typeof HOME) => {
  const client = authClient(salon, from);
  const { error } = await client.signUp({ email, password, options: NAMED });
  if (error) throw error;
  return { client, token: await mailedToken(salon, email, 'signup') };
};
const signIn = async (email: string, password: string, from: typeof HOME) =>
  (await authClient(salon, from).signInWithPassword({ email, password })).error?.code ?? 'signed in';
const codeIn = (url: URL) => url.searchParams.get('code') ?? '';

describe('somebody who signs up with the address of another person', () => {
  it('gets nothing by it when the owner opens the link in good faith', async () => {
    const email = somebody();
    const { token } = await signUp(email, STRANGERS_PASSWORD, STRANGER);
    await openLink(salon, token, 'signup', HOME);
    expect(await signIn(email, STRANGERS_PASSWORD, STRANGER)).toBe('email_not_confirmed');
    // The owner has no use for that password, and chooses another by mail.
    const owner = authClient(salon, HOME);
    await owner.resetPasswordForEmail(email);
    const token_hash = await mailedToken(salon, email, 'recovery');
    expect((await owner.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await owner.updateUser({ password: PASSWORD })).error).toBeNull();
    expect(await signIn(email, PASSWORD, OFFICE)).toBe('signed in');
    expect(await signIn(email, STRANGERS_PASSWORD, HOME)).toBe('invalid_credentials');
  });

  it('nor when a mail scanner opens it', async () => {
    const email = somebody();
    const { token } = await signUp(email, STRANGERS_PASSWORD, STRANGER);
    await openLink(salon, token, 'signup', SCANNER);
    expect(await signIn(email, STRANGERS_PASSWORD, STRANGER)).toBe('email_not_confirmed');
  });

  it.each(['before', 'after'])('has no part in the password of an owner who signs up %s', async (when) => {
    const email = somebody();
    if (when === 'before') await signUp(email, STRANGERS_PASSWORD, STRANGER);
    later(1_000);
    const { client, token } = await signUp(email, PASSWORD, HOME);
    later(2_000);
    if (when === 'after') await signUp(email, STRANGERS_PASSWORD, STRANGER);
    const opened = await openLink(salon, token, 'signup', HOME);
    expect((await client.exchangeCodeForSession(codeIn(opened))).error).toBeNull();
    expect(await signIn(email, PASSWORD, OFFICE)).toBe('signed in');
    expect(await signIn(email, STRANGERS_PASSWORD, STRANGER)).toBe('invalid_credentials');
    // A link that is left over doesn't open the account either.
    const left = await mailedToken(salon, email, 'signup');
    await openLink(salon, left, 'signup', HOME);
    expect(await signIn(email, PASSWORD, OFFICE)).toBe('signed in');
  });

  it('leaves the address free for its owner, also once its link was opened', async () => {
    const email = somebody();
    const { token } = await signUp(email, STRANGERS_PASSWORD, STRANGER);
    await openLink(salon, token, 'signup', SCANNER);
    later(1_000);
    const owner = await signUp(email, PASSWORD, HOME);
    const opened = await openLink(salon, owner.token, 'signup', HOME);
    expect((await owner.client.exchangeCodeForSession(codeIn(opened))).error).toBeNull();
    expect(await signIn(email, PASSWORD, OFFICE)).toBe('signed in');
    expect(await signIn(email, STRANGERS_PASSWORD, STRANGER)).toBe('invalid_credentials');
  });
});

describe('somebody who signs up with their own address', () => {
  it('signs in where the link was opened, and from then on everywhere', async () => {
    const email = somebody();
    const { token } = await signUp(email, PASSWORD, OFFICE);
    await openLink(salon, token, 'signup', HOME);
    const elsewhere = await authClient(salon, OFFICE).signInWithPassword({ email, password: PASSWORD });
    expect(elsewhere.error).toMatchObject({
      code: 'email_not_confirmed',
      message: 'Please open the link in our email on this device, or choose a new password.',
    });
    expect(await signIn(email, PASSWORD, HOME)).toBe('signed in');
    expect(await signIn(email, PASSWORD, OFFICE)).toBe('signed in');
  });

  it('signs in everywhere once the browser that signed up has opened the link', async () => {
    const email = somebody();
    const { client, token } = await signUp(email, PASSWORD, HOME);
    const opened = await openLink(salon, token, 'signup', HOME);
    expect((await client.exchangeCodeForSession(codeIn(opened))).error).toBeNull();
    expect(await signIn(email, PASSWORD, OFFICE)).toBe('signed in');
  });

  it('may ask for another link where they are', async () => {
    const email = somebody();
    const { client, token } = await signUp(email, PASSWORD, OFFICE);
    await openLink(salon, token, 'signup', HOME);
    later(1_000);
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    const again = await mailedToken(salon, email, 'signup');
    expect(again).not.toBe(token);
    await openLink(salon, again, 'signup', OFFICE);
    expect(await signIn(email, PASSWORD, OFFICE)).toBe('signed in');
    later(2_000);
    await client.resend({ type: 'signup', email });
    expect(await mailedToken(salon, email, 'signup')).toBe(again);
  });
});

describe('a link that was opened before', () => {
  const told = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

  it('by a scanner says that the address is confirmed, and counts as opened by its reader', async () => {
    const email = somebody();
    const { client, token } = await signUp(email, PASSWORD, OFFICE);
    const scanned = await openLink(salon, token, 'signup', SCANNER);
    const opened = await openLink(salon, token, 'signup', HOME);
    expect([opened.pathname, opened.search, told(opened)]).toEqual([
      '/',
      '',
      { message: 'This address is confirmed already. Please sign in.', type: 'signup' },
    ]);
    expect((await client.exchangeCodeForSession(codeIn(scanned))).error).toBeNull();
    expect(await signIn(email, PASSWORD, HOME)).toBe('signed in');
  });

  it('signs nobody in another time, also without PKCE', async () => {
    const email = somebody();
    await authClient(salon, { ...HOME, flowType: 'implicit' }).signUp({
      email,
      password: PASSWORD,
      options: NAMED,
    });
    const token = await mailedToken(salon, email, 'signup');
    expect(told(await openLink(salon, token, 'signup', HOME))).toHaveProperty('access_token');
    expect(Object.keys(told(await openLink(salon, token, 'signup', HOME)))).toEqual(['message', 'type']);
    const { error } = await authClient(salon).verifyOtp({ type: 'signup', token_hash: token });
    expect(error).toMatchObject({ code: 'otp_expired' });
  });

  it('to choose a new password works by our page alone, which hands it over, and once', async () => {
    const { client, email } = await givenUser(salon);
    await client.resetPasswordForEmail(email);
    const token_hash = await mailedToken(salon, email, 'recovery');
    const opened = await openLink(salon, token_hash, 'recovery', HOME);
    expect(told(opened)).toMatchObject({ error_code: 'validation_failed' });
    expect((await client.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    const again = await authClient(salon).verifyOtp({ type: 'recovery', token_hash });
    expect(again.error).toMatchObject({ code: 'otp_expired' });
  });

  it.each(['signup', 'email_change', 'recovery'])('is not opened by looking at it: %s', async (type) => {
    const { token } = await signUp(somebody(), PASSWORD, HOME);
    const path = `/auth/v1/verify?token=${token}&type=${type}`;
    const looked = await salon.http.send({ method: 'HEAD', path });
    expect(looked.status).toBe(404);
    expect(codeIn(await openLink(salon, token, 'signup', HOME))).not.toBe('');
  });
});
