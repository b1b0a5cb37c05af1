import { z } from 'zod';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { AuthEmail, CodeChallenge } from '../../../contracts/accounts/auth.ts';
import type { AccountsContext } from '../context.ts';
import { LINK_METHODS } from '../sessions/auth-methods.ts';
import type { Place } from '../sessions/devices.ts';
import { hashOfToken } from '../sessions/secret-tokens.ts';
import { storedChallenge } from '../sessions/sign-in-codes.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import {
  type AuthAnswer,
  type AuthRequest,
  type Endpoint,
  parseAuth,
} from '../supabase-protocol/endpoint.ts';
import { ownAddress, withFragment, withQuery, withRefusal } from '../supabase-protocol/redirects.ts';
import { dropPassword, setUnprovenPassword } from '../users/passwords.ts';
import { isInvited, isStaff } from '../users/staff.ts';
import {
  changeUser,
  confirmEmail,
  isPasswordProven,
  lockedUser,
  type User,
  userByEmail,
} from '../users/users.ts';
import {
  type OneTimeToken,
  oneTimeTokenByHash,
  type SignInLink,
  spendOneTimeToken,
  voidOneTimeTokens,
} from './one-time-tokens.ts';

/**
 * The auth client's name for each kind of link. Links that confirm a new address are missing: they sign nobody in, so the client
 * has no call for them.
 */
const KINDS = {
  signup: 'confirmation',
  email: 'confirmation',
  recovery: 'recovery',
  invite: 'invitation',
} as const satisfies Record<string, SignInLink>;

const LinkType = z.enum(Object.keys(KINDS) as (keyof typeof KINDS)[], 'is not valid');
/**
 * Links that take effect as soon as somebody opens their URL; mail filters open it, too. All other links lead to a page of the
 * site, which sends their token by POST.
 */
const OpenedType = LinkType.extract(['signup', 'email']);
const Token = z.string().min(1, 'is missing').max(200, 'is not valid');

const Opened = z.object({ token: Token, type: OpenedType, redirect_to: z.string().max(2_000).optional() });
const Posted = z.union(
  [
    z.object({ type: LinkType, token_hash: Token }),
    z.object({ type: LinkType, token: Token, email: AuthEmail }),
  ],
  'The link is not complete.',
);
const Recover = z.object({ email: AuthEmail, ...CodeChallenge });
const Resend = z.object({
  email: AuthEmail,
  type: z.literal('signup', 'This link is not sent again. Please ask for the change again.'),
  ...CodeChallenge,
});

interface Opening {
  readonly token: string;
  readonly kind: SignInLink;
  readonly place: Place;
}

/** Changes the user's account as opening the link requires, before the link signs them in. */
async function applyLink(db: Queryable, link: OneTimeToken, { sourceHash: from }: Place, now: Date) {
  const { kind, userId, password, names, codeChallenge } = link;
  const user = await lockedUser(db, userId);
  if (!user) throw new AuthError('otp_expired');
  // Anybody can ask for a confirmation mail, so its link must not sign in an administrator.
  if (kind === 'confirmation' && (await isStaff(db, userId))) throw new AuthError('otp_expired');
  // The person who opens this link has proven that the address is theirs. The person who chose the password has not, so the
  // password is dropped.
  if (kind === 'recovery' && user.emailConfirmedAt === null) await dropPassword(db, userId, now);
  if (kind === 'confirmation' && !isPasswordProven(user)) {
    await setUnprovenPassword(db, userId, { password, from, codeChallenge }, now);
    if (names) await changeUser(db, userId, names, now);
  }
  await confirmEmail(db, userId, now);
  await voidOneTimeTokens(db, userId, [kind], now);
}

/** Endpoints for asking for a mail with a link that signs its reader in once, and for opening such a link. */
export function mailedLinkEndpoints(context: AccountsContext): readonly Endpoint[] {
  const { pool, sessions, signInCodes, limits, linkTokens, sendMail, record, publicUrl, now } = context;

  async function send(
    { device, query }: AuthRequest,
    body: z.output<typeof Recover>,
    kind: 'confirmation' | 'recovery',
    isWanted: (user: User) => Promise<boolean>,
  ): Promise<void> {
    await limits.countMail({ kind, email: body.email, address: device.address });
    const user = await userByEmail(pool, body.email);
    if (!user || !(await isWanted(user))) return;
    const place = await sessions.placeOf(device);
    await withTransaction(pool, async (db) => {
      const tokenId = await linkTokens.issue(db, {
        kind,
        userId: user.id,
        redirectTo: ownAddress(query.redirect_to, publicUrl),
        codeChallenge: storedChallenge(body.code_challenge, body.code_challenge_method),
      });
      await sendMail({ kind, userId: user.id, tokenId }, db);
      if (kind === 'recovery') await record({ kind: 'recovery-asked', place, userId: user.id }, db);
    });
  }

  async function recover(request: AuthRequest): Promise<AuthAnswer> {
    const body = parseAuth(Recover, request.body);
    // An invited administrator hasn't proven yet that the mailbox is theirs, so they can sign in only by the printed link.
    await send(request, body, 'recovery', async ({ id }) => !(await isInvited(pool, id)));
    return { body: {} };
  }

  async function resend(request: AuthRequest): Promise<AuthAnswer> {
    const body = parseAuth(Resend, request.body);
    const isWanted = async (user: User) => !isPasswordProven(user) && !(await isStaff(pool, user.id));
    await send(request, body, 'confirmation', isWanted);
    return { body: {} };
  }

  /**
   * Opens a link, and does `then` in the same transaction.
   *
   * @throws AuthError `otp_expired` for a link that is unknown, used or too old
   */
  const open = <Result>(
    { token, kind, place }: Opening,
    then: (db: Queryable, link: OneTimeToken) => Promise<Result>,
  ) =>
    withTransaction(pool, async (db) => {
      const link = await spendOneTimeToken(db, hashOfToken(token), kind, now());
      if (!link) throw new AuthError('otp_expired');
      await applyLink(db, link, place, now());
      return { link, result: await then(db, link) };
    });

  /**
   * Opens the link of a confirmation that was opened before; it may have been a mail program that opened it first. This signs
   * nobody in.
   *
   * @returns the link if the address is confirmed; undefined if the link was never opened or has no effect any more
   */
  const openAgain = ({ token, kind, place: { sourceHash: from } }: Opening) =>
    withTransaction(pool, async (db) => {
      const link = await oneTimeTokenByHash(db, hashOfToken(token), kind);
      if (!link || link.usedAt === null) return undefined;
      const user = await lockedUser(db, link.userId);
      if (kind !== 'confirmation' || !user?.emailConfirmedAt) return undefined;
      // The place that was stored the first time may be that of a mail program somewhere else.
      if (user.passwordFrom !== null)
        await setUnprovenPassword(db, user.id, { password: null, from, codeChallenge: null }, now());
      return link;
    });

  const recordOpened = (db: Queryable, { userId, kind }: OneTimeToken, place: Place) =>
    record({ kind: 'link-opened', place, userId, method: kind }, db);

  const startSession = (kind: SignInLink, place: Place) => async (db: Queryable, link: OneTimeToken) => {
    await recordOpened(db, link, place);
    return sessions.start(db, { userId: link.userId, method: LINK_METHODS[kind], place });
  };

  /** If the mail was asked for with PKCE, the client gets a code that nobody else can use. Otherwise it gets the session itself. */
  async function openInBrowser(request: AuthRequest): Promise<AuthAnswer> {
    const { token, type } = parseAuth(Opened, request.query);
    const kind = KINDS[type];
    const place = await sessions.placeOf(request.device);
    const { result: opened, link } = await open({ token, kind, place }, async (db, link) => {
      const { userId, codeChallenge } = link;
      if (codeChallenge === null) return startSession(kind, place)(db, link);
      await recordOpened(db, link, place);
      return signInCodes.issue(db, { userId, method: LINK_METHODS[kind], codeChallenge });
    });
    const address = ownAddress(link.redirectTo, publicUrl);
    if (typeof opened === 'string') return { redirect: withQuery(address, { code: opened }) };
    const session = await sessions.answer(opened);
    const values = {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    };
    return { redirect: withFragment(address, values) };
  }

  /** Redirects to a page that says that the address is already confirmed. */
  async function openAgainInBrowser(request: AuthRequest): Promise<AuthAnswer | undefined> {
    const { data } = Opened.safeParse(request.query);
    if (!data) return undefined;
    const { token, type } = data;
    const place = await sessions.placeOf(request.device);
    const link = await openAgain({ token, kind: KINDS[type], place });
    const message = 'This address is confirmed already. Please sign in.';
    return link && { redirect: withFragment(ownAddress(link.redirectTo, publicUrl), { message, type }) };
  }

  /** A person opens this in a browser, so errors redirect to a page, too. */
  async function openOrExplain(request: AuthRequest): Promise<AuthAnswer> {
    try {
      return await openInBrowser(request);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const again = error.code === 'otp_expired' ? await openAgainInBrowser(request) : undefined;
      if (again) return again;
      return { redirect: withRefusal(ownAddress(request.query.redirect_to, publicUrl), error) };
    }
  }

  /** A page of the site sends this request, with the token from its link. */
  async function openByPost(request: AuthRequest): Promise<AuthAnswer> {
    const body = parseAuth(Posted, request.body);
    const place = await sessions.placeOf(request.device);
    const token = 'token_hash' in body ? body.token_hash : body.token;
    const owner = 'email' in body ? await userByEmail(pool, body.email) : undefined;
    const kind = KINDS[body.type];
    const { result: issued } = await open({ token, kind, place }, async (db, link) => {
      if ('email' in body && owner?.id !== link.userId) throw new AuthError('otp_expired');
      return startSession(kind, place)(db, link);
    });
    return { body: await sessions.answer(issued) };
  }

  // A request for a link gets the same response after the same time, whether or not the address has an account.
  const isEven = () => true;
  return [
    { method: 'post', path: '/recover', isEven, handle: recover },
    { method: 'post', path: '/resend', isEven, handle: resend },
    { method: 'get', path: '/verify', handle: openOrExplain },
    { method: 'post', path: '/verify', handle: openByPost },
  ];
}
