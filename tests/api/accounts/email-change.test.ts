import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authClient,
  givenUser,
  mailedToken,
  openLink,
  PASSWORD,
} from '../../support/accounts/auth-client.ts';
import type { Client } from '../../support/accounts/signed-in.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { mailFiles } from '../../support/messages/mail-files.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** The client compares with the machine's clock. */
const START = new Date();
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: START });
});
afterAll(() => salon.stop());
afterEach(() => salon.setClock(START));

const later = (ms: number) => salon.setClock(new Date(START.getTime() + ms));
const NEW_PASSWORD = 'Copper-9-meadow';

let addresses = 0;
let next: string;
beforeEach(() => {
  addresses += 1;
  next = `moved-${addresses}@example.com`;
});

const ask = async (client: Client, email = next) => {
  const { data, error } = await client.updateUser({ email, current_password: PASSWORD });
  if (error) throw error;
  return data.user;
};
const pendingOf = async (client: Client) => (await client.getUser()).data.user?.new_email;
const linkTo = (email: string) => mailedToken(salon, email, 'email_change');
const confirm = async (client: Client | undefined, token: string) => {
  const session = (await client?.getSession())?.data.session;
  const headers: Record<string, string> = session ? { Authorization: `Bearer ${session.access_token}` } : {};
  const body = { token };
  return salon.http.send({ method: 'POST', path: '/api/account/email', body, headers });
};
const INVALID = { status: 409, json: { code: 'email-link-invalid' } };
const signIn = async (email: string, password = PASSWORD) =>
  (await authClient(salon).signInWithPassword({ email, password })).error?.code ?? 'signed in';
const mailsTo = async (address: string) =>
  (await mailFiles(salon.dataDir)).filter(({ to }) => to?.some((one) => one.address === address));
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);

describe('a new address', () => {
  it('counts by its link together with a session of the account, however often that is tried', async () => {
    const { client, email } = await givenUser(salon);
    expect(await ask(client)).toMatchObject({ email, new_email: next });
    const token = await linkTo(email);
    expect(await signIn(next)).toBe('invalid_credentials');

    expect(await confirm(client, token)).toMatchObject({ status: 204 });
    expect(await confirm(client, token)).toMatchObject({ status: 204 });
    expect((await client.getUser()).data.user).toMatchObject({ email: next });
    expect(await pendingOf(client)).toBeUndefined();
    expect([await signIn(email), await signIn(next)]).toEqual(['invalid_credentials', 'signed in']);
  });

  it('is not confirmed if somebody else opens the link, or somebody without a session', async () => {
    const stranger = await givenUser(salon);
    const reader = await givenUser(salon);
    await ask(stranger.client);
    const token = await linkTo(stranger.email);

    expect((await openLink(salon, token, 'email_change')).hash).toContain('error_code=validation_failed');
    for (const type of ['email_change', 'signup', 'email'] as const)
      expect((await authClient(salon).verifyOtp({ type, token_hash: token })).error).not.toBeNull();
    expect(await confirm(undefined, token)).toMatchObject({ status: 401 });
    expect(await confirm(reader.client, token)).toMatchObject(INVALID);
    expect(await confirm(stranger.client, 'made-up')).toMatchObject(INVALID);

    // The address is still its owner's to sign up with.
    expect(await signIn(next)).toBe('invalid_credentials');
    expect((await stranger.client.getUser()).data.user?.email).toBe(stranger.email);
    await givenUser(salon, { email: next, password: NEW_PASSWORD });
    expect(await confirm(stranger.client, token)).toMatchObject(INVALID);
    expect(await signIn(next, NEW_PASSWORD)).toBe('signed in');
  });

  it('is told to the former one, when it is asked for and when it counts', async () => {
    const { client, email } = await givenUser(salon);
    await ask(client);
    await eventually(async () =>
      expect(await subjectsTo(email)).toContainEqual(expect.stringMatching(/^A new email address for your/)),
    );
    // A link that was used isn't mailed any more.
    await eventually(async () => expect(await mailsTo(next)).not.toEqual([]));
    await confirm(client, await linkTo(email));
    await eventually(async () =>
      expect(await subjectsTo(email)).toContainEqual(expect.stringMatching(/^Your email address for .+ was/)),
    );
    const [mail, ...more] = await mailsTo(next);
    expect([mail?.subject, more]).toEqual([expect.stringMatching(/^Confirm your new email address/), []]);
    expect(mail?.text).toMatch(/\/auth#type=email_change&token_hash=[\w-]{43}\n/);
  });

  it('takes the links with it that were sent to the former one', async () => {
    const { client, email, id } = await givenUser(salon);
    await authClient(salon).resetPasswordForEmail(email);
    const recovery = await mailedToken(salon, email, 'recovery');
    await ask(client);
    await confirm(client, await linkTo(email));
    const opened = await authClient(salon).verifyOtp({ type: 'recovery', token_hash: recovery });
    expect(opened.error).toMatchObject({ code: 'otp_expired' });
    expect((await client.getUser()).data.user?.id).toBe(id);
  });

  it('is the last one that was asked for', async () => {
    const { client, email } = await givenUser(salon);
    await ask(client, `first-${next}`);
    const first = await linkTo(email);
    later(1_000);
    await ask(client);
    expect(await confirm(client, first)).toMatchObject(INVALID);
    expect(await confirm(client, await linkTo(email))).toMatchObject({ status: 204 });
  });

  it('is forgotten after an hour', async () => {
    const { client, email } = await givenUser(salon);
    await ask(client);
    expect(await pendingOf(client)).toBe(next);
    later(3_600_000);
    await client.refreshSession();
    expect(await pendingOf(client)).toBeUndefined();
    expect(await confirm(client, await linkTo(email))).toMatchObject(INVALID);
  });

  it('goes to one of two who have asked for it', async () => {
    const both = [await givenUser(salon), await givenUser(salon)];
    for (const { client } of both) await ask(client);
    const answers = [];
    for (const { client, email } of both) answers.push((await confirm(client, await linkTo(email))).status);
    expect(answers).toEqual([204, 409]);
    expect(await signIn(both[1]?.email ?? '')).toBe('signed in');
  });

  it("gets the same answer if it has an account already, and the account's owner is told", async () => {
    const taken = await givenUser(salon);
    const answers = [];
    for (const email of [taken.email, next]) {
      const { client } = await givenUser(salon);
      const { new_email } = (await ask(client, email)) ?? {};
      answers.push([new_email === email, (await pendingOf(client)) === email]);
    }
    expect(answers).toEqual([
      [true, true],
      [true, true],
    ]);
    await eventually(async () => expect(await mailsTo(next)).toHaveLength(1));
    // Once the address is confirmed, its mail doesn't leave.
    const told = async () =>
      (await subjectsTo(taken.email)).filter((subject) => !subject?.startsWith('Confirm your email address'));
    await eventually(async () =>
      expect(await told()).toEqual([expect.stringMatching(/^You already have an account/)]),
    );
  });

  it('is withdrawn, and its link does nothing any more', async () => {
    const { client, email, token: session } = await givenUser(salon);
    await ask(client);
    const token = await linkTo(email);
    const withdraw = () =>
      salon.http.send({
        method: 'DELETE',
        path: '/api/account/email',
        headers: { Authorization: `Bearer ${session}` },
      });
    for (let times = 0; times < 2; times += 1) expect(await withdraw()).toMatchObject({ status: 204 });
    expect(await pendingOf(client)).toBeUndefined();
    expect(await confirm(client, token)).toMatchObject(INVALID);
  });
});

describe('a change that somebody else has asked for, in a browser that was left open', () => {
  it.each<[string, (owner: Client, email: string) => Promise<unknown>]>([
    ['a new password', (owner) => owner.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })],
    ['signing out everywhere', (owner) => owner.signOut({ scope: 'global' })],
    ['signing out everywhere else', (owner) => owner.signOut({ scope: 'others' })],
    [
      'a forgotten password',
      async (owner, email) => {
        await owner.resetPasswordForEmail(email);
        await owner.verifyOtp({
          type: 'recovery',
          token_hash: await mailedToken(salon, email, 'recovery'),
        });
        const { error } = await owner.updateUser({ password: NEW_PASSWORD });
        if (error) throw error;
      },
    ],
  ])('is void after %s', async (_what, answer) => {
    const { client: open, email } = await givenUser(salon);
    await ask(open);
    const token = await linkTo(email);
    const owner = authClient(salon);
    await owner.signInWithPassword({ email, password: PASSWORD });
    await answer(owner, email);

    const again = authClient(salon);
    for (const password of [NEW_PASSWORD, PASSWORD]) await again.signInWithPassword({ email, password });
    expect(await pendingOf(again)).toBeUndefined();
    expect(await confirm(again, token)).toMatchObject(INVALID);
    expect((await again.getUser()).data.user?.email).toBe(email);
  });

  it('is not asked for again by somebody without a session', async () => {
    const { client, email } = await givenUser(salon);
    await ask(client);
    const token = await linkTo(email);
    later(1_000);
    const { error } = await authClient(salon).resend({ type: 'email_change', email });
    expect(error).toMatchObject({ code: 'validation_failed' });
    expect(await linkTo(email)).toBe(token);
  });
});
