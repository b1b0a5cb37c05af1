import {
  confirmEmailChange,
  createRecoveryCodes,
  endSession,
  getAccount,
  getMe,
  listSessions,
  listSignIns,
  nameFirstAdministrator,
  withdrawEmailChange,
} from '../../contracts/accounts/accounts.ts';
import { makeCalendarAddress, removeCalendarAddress } from '../../contracts/accounts/calendar-address.ts';
import { requireFresh } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { onlyOf, requireOwn } from '../../http/operation/sight.ts';
import { refuse } from '../../http/refusal.ts';
import type { CheckStylist } from '../known-stylist.ts';
import type { AccountsContext } from './context.ts';
import { codeFactorsOf } from './factors/factors.ts';
import { passkeysOf } from './factors/passkeys.ts';
import { type Recovery, recoveryCodesLeft } from './factors/recovery-codes.ts';
import { pendingEmailChange } from './mails/one-time-tokens.ts';
import { deviceName } from './sessions/devices.ts';
import { endSessions, livingSessions, sessionById } from './sessions/sessions.ts';
import { signInEventsOf } from './sessions/sign-in-events.ts';
import { type CalendarAddresses, calendarAddressOf } from './users/calendar-addresses.ts';
import type { EmailChanges } from './users/email-changes.ts';
import { nameFirstAdmin } from './users/first-admin.ts';
import { namesOfUsers, userById } from './users/users.ts';

interface AccountRoutesDeps extends Pick<AccountsContext, 'pool' | 'hashesOf' | 'publicUrl' | 'now'> {
  readonly on: Mount;
  readonly recovery: Recovery;
  readonly emailChanges: EmailChanges;
  readonly calendarAddresses: CalendarAddresses;
  readonly checkStylist: CheckStylist;
}

const SIGN_INS_SHOWN = 20;

/** The site's own operations on accounts. The endpoints for the auth client's calls are in the files about what they change. */
export function accountRoutes(deps: AccountRoutesDeps): void {
  const { on, pool, recovery, emailChanges, calendarAddresses, checkStylist, hashesOf, publicUrl, now } =
    deps;
  /** Makes a function that tells whether something happened at the network address of this request. */
  async function placesSeenFrom(address: string) {
    const { all: here } = await hashesOf(address);
    return (hash: string | null) =>
      hash !== null && here.includes(hash) ? ('this place' as const) : ('another place' as const);
  }

  on(getMe, async ({ caller: { userId: id, email, role, stylistId, needsPassword } }) => ({
    body: {
      id,
      email,
      role: role && ('admin' as const),
      ...(role && { rights: role }),
      ...(stylistId !== null && { stylist_id: stylistId }),
      ...(role && needsPassword && { needs_stronger_password: true as const }),
      ...(role && needsPassword === 'first' && { has_no_password: true as const }),
    },
  }));

  on(getAccount, async ({ caller: { userId, role } }) => {
    const [user, newEmail, factors, passkeys, codesLeft, calendarAddress] = await Promise.all([
      userById(pool, userId),
      pendingEmailChange(pool, userId, now()),
      codeFactorsOf(pool, userId),
      passkeysOf(pool, userId),
      recoveryCodesLeft(pool, userId),
      calendarAddressOf(pool, userId),
    ]);
    if (!user) throw refuse('sign-in-required');
    return {
      body: {
        id: user.id,
        email: user.email,
        ...(newEmail !== undefined && { new_email: newEmail }),
        first_name: user.firstName,
        last_name: user.lastName,
        role: role && ('admin' as const),
        factors: factors.map(({ id, type, status, friendlyName, phone, createdAt }) => ({
          id,
          factor_type: type,
          status,
          friendly_name: friendlyName,
          ...(phone !== null && { phone }),
          created_at: createdAt.toISOString(),
        })),
        passkeys: passkeys.map(({ id, friendlyName, createdAt, lastUsedAt }) => ({
          id,
          friendly_name: friendlyName,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
        })),
        recovery_codes_left: codesLeft,
        calendar_address_since: calendarAddress?.since.toISOString() ?? null,
        ...(calendarAddress?.stylistId != null && { calendar_address_of: calendarAddress.stylistId }),
      },
    };
  });

  on(confirmEmailChange, async ({ caller: { userId, sessionId }, from, body: { token } }) => {
    const [session, { current: sourceHash }] = await Promise.all([
      sessionById(pool, sessionId),
      hashesOf(from.address),
    ]);
    const place = { userAgent: session?.userAgent ?? '', sourceHash };
    if (!(await emailChanges.confirm(userId, token, place))) throw refuse('email-link-invalid');
  });

  on(withdrawEmailChange, ({ caller: { userId } }) => emailChanges.withdraw(userId));

  on(listSessions, async ({ caller: { userId, sessionId }, from }) => {
    const placeOf = await placesSeenFrom(from.address);
    const sessions = await livingSessions(pool, userId, now());
    return {
      body: sessions.map(({ id, userAgent, sourceHash, createdAt, refreshedAt }) => ({
        id,
        device: deviceName(userAgent),
        place: placeOf(sourceHash),
        created_at: createdAt.toISOString(),
        last_used_at: refreshedAt.toISOString(),
        current: id === sessionId,
      })),
    };
  });

  on(endSession, async ({ caller: { userId }, params: { id } }) => {
    const ended = await endSessions(pool, { id, userId }, 'local', now());
    if (ended.length === 0) throw refuse('not-found');
  });

  on(listSignIns, async ({ caller: { userId }, from }) => {
    const placeOf = await placesSeenFrom(from.address);
    const events = await signInEventsOf(pool, userId, SIGN_INS_SHOWN);
    const names = await namesOfUsers(
      pool,
      events.flatMap(({ about }) => about ?? []),
    );
    return {
      body: events.map(({ id, at, kind, method, userAgent, sourceHash, about }) => ({
        id,
        at: at.toISOString(),
        kind,
        method,
        device: deviceName(userAgent),
        thing: about && about !== userId ? (names.get(about) ?? null) : null,
        place: sourceHash === null ? ('the server' as const) : placeOf(sourceHash),
      })),
    };
  });

  on(nameFirstAdministrator, async ({ caller: { userId }, body }) => {
    const outcome = await nameFirstAdmin(pool, userId, body, now());
    if (outcome !== 'named') throw refuse(outcome);
  });

  on(createRecoveryCodes, async ({ caller }) => ({ body: { codes: [...(await recovery.renew(caller))] } }));

  on(makeCalendarAddress, async ({ caller, from, run, body }) => {
    const stylistId = body.stylist_id ?? onlyOf(caller);
    checkStylist(stylistId);
    requireOwn(caller, stylistId);
    requireFresh(caller, now());
    const token = await calendarAddresses.make(caller, from, run, stylistId ?? null);
    return { body: { url: `${publicUrl}/calendar/${token}.ics` } };
  });

  on(removeCalendarAddress, async ({ caller, from, run }) => {
    await calendarAddresses.revoke(caller.userId, { caller, from, run });
  });
}
