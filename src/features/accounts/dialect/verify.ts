import type { Pool } from 'pg';
import { z } from 'zod';
import { AuthEmail } from '../../../contracts/auth.ts';
import { AuthError } from '../auth-error.ts';
import { LINK_METHODS } from '../auth-methods.ts';
import type { Devices, Place } from '../devices.ts';
import type { MailedLinks } from '../mailed-links.ts';
import { ownAddress, withFragment, withQuery } from '../redirects.ts';
import type { Sessions } from '../sessions.ts';
import type { SignInCodes } from '../sign-in-codes.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import type { OneTimeToken, SignInLink } from '../store/one-time-tokens.ts';
import type { Queryable } from '../store/queryable.ts';
import { userByEmail } from '../store/users.ts';
import { type AuthReply, type AuthRequest, type Endpoint, parseAuth } from './endpoint.ts';

interface VerifyDeps {
  readonly pool: Pool;
  readonly mailedLinks: MailedLinks;
  readonly signInCodes: SignInCodes;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly record: RecordSignIn;
  readonly publicUrl: string;
}

/** The client's names of what a link does. One to a new address signs nobody in, and so is no call of the client's. */
const KINDS = {
  signup: 'confirmation',
  email: 'confirmation',
  recovery: 'recovery',
  invite: 'invitation',
} as const satisfies Record<string, SignInLink>;

const LinkType = z.enum(Object.keys(KINDS) as (keyof typeof KINDS)[], 'is not valid');
/** What may happen by opening an address: mail filters do that, too. All other links lead to our page, which hands their token over. */
const OpenedType = LinkType.extract(['signup', 'email']);
const Token = z.string().min(1, 'is missing').max(200, 'is not valid');

const Query = z.object({ token: Token, type: OpenedType, redirect_to: z.string().max(2_000).optional() });
const Body = z.union(
  [
    z.object({ type: LinkType, token_hash: Token }),
    z.object({ type: LinkType, token: Token, email: AuthEmail }),
  ],
  'The link is not complete.',
);

/** Opening the link of a mail: by the browser itself, or by a page that hands its token over. */
export function verifyEndpoints(deps: VerifyDeps): readonly Endpoint[] {
  const { pool, mailedLinks, signInCodes, sessions, devices, record, publicUrl } = deps;

  const recordOpened = (db: Queryable, { userId, kind }: OneTimeToken, place: Place) =>
    record({ kind: 'link-opened', place, userId, method: kind }, db);

  const startSession = (kind: SignInLink, place: Place) => async (db: Queryable, link: OneTimeToken) => {
    await recordOpened(db, link, place);
    return sessions.start(db, { userId: link.userId, method: LINK_METHODS[kind], place });
  };

  /** A client that waits with PKCE gets a code, which is of no use to anybody else; others get the session. */
  async function openInBrowser(request: AuthRequest): Promise<AuthReply> {
    const { token, type } = parseAuth(Query, request.query);
    const kind = KINDS[type];
    const place = await sessions.placeOf(request.device);
    const { result: opened, link } = await mailedLinks.open({ token, kind, place }, async (db, link) => {
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
    const deviceCookie = await devices.remember(request.device, opened.userId);
    return { redirect: withFragment(address, values), deviceCookie };
  }

  /** To a page that says so: whoever follows a link that has done its work is told that it has. */
  async function openAgain(request: AuthRequest): Promise<AuthReply | undefined> {
    const { data } = Query.safeParse(request.query);
    if (!data) return undefined;
    const { token, type } = data;
    const place = await sessions.placeOf(request.device);
    const link = await mailedLinks.openAgain({ token, kind: KINDS[type], place });
    const message = 'This address is confirmed already. Please sign in.';
    return link && { redirect: withFragment(ownAddress(link.redirectTo, publicUrl), { message, type }) };
  }

  return [
    {
      method: 'get',
      path: '/verify',
      handle: async (request) => {
        try {
          return await openInBrowser(request);
        } catch (error) {
          if (!(error instanceof AuthError)) throw error;
          const again = error.code === 'otp_expired' ? await openAgain(request) : undefined;
          if (again) return again;
          const address = ownAddress(request.query.redirect_to, publicUrl);
          const values = {
            error: 'access_denied',
            error_code: error.code,
            error_description: error.message,
          };
          return { redirect: withFragment(address, values) };
        }
      },
    },
    {
      method: 'post',
      path: '/verify',
      handle: async (request) => {
        const body = parseAuth(Body, request.body);
        const place = await sessions.placeOf(request.device);
        const token = 'token_hash' in body ? body.token_hash : body.token;
        const owner = 'email' in body ? await userByEmail(pool, body.email) : undefined;
        const kind = KINDS[body.type];
        const { result: issued } = await mailedLinks.open({ token, kind, place }, async (db, link) => {
          if ('email' in body && owner?.id !== link.userId) throw new AuthError('otp_expired');
          return startSession(kind, place)(db, link);
        });
        const deviceCookie = await devices.remember(request.device, issued.userId);
        return { body: await sessions.answer(issued), deviceCookie };
      },
    },
  ];
}
