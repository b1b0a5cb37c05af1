import {
  changePerson,
  invitePerson,
  listPeople,
  type Person,
  removePerson,
} from '../../../contracts/accounts/people.ts';
import type { Role } from '../../../contracts/accounts/roles.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { requireFresh } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import type { RecordAccess } from '../../connections/events.ts';
import type { CheckStylist } from '../../known-stylist.ts';
import type { DecidingOwner, People, Refusal } from './people.ts';
import type { StaffMember, StaffRole } from './staff.ts';

interface PeopleRoutesDeps {
  readonly on: Mount;
  readonly people: People;
  readonly checkStylist: CheckStylist;
  readonly record: RecordAccess;
  readonly now: () => Date;
}

/** @throws Refused where nothing was changed */
function done(result: StaffMember | Refusal): StaffMember {
  if (typeof result === 'string') throw refuse(result);
  return result;
}

/** Routes by which owners see and change who works in the salon, and with which role. */
export function peopleRoutes({ on, people, checkStylist, record, now }: PeopleRoutesDeps): void {
  const shown = (person: StaffMember): Person => ({
    id: person.id,
    email: person.email,
    name: person.name,
    role: person.role,
    stylist_id: person.stylistId,
    since: person.grantedAt.toISOString(),
    last_sign_in_at: person.lastSignInAt?.toISOString() ?? null,
    invited: !person.canSignIn,
    link_ends_at: person.linkEndsAt && person.linkEndsAt > now() ? person.linkEndsAt.toISOString() : null,
  });

  const decidingOwner = ({
    caller,
    run,
  }: {
    caller: { readonly userId: string };
    run: CommandRun;
  }): DecidingOwner => ({
    userId: caller.userId,
    record: (event) => record(event, run),
  });

  function roleIn({ role, stylist_id }: { role: Role; stylist_id?: string | undefined }): StaffRole {
    checkStylist(stylist_id);
    return { role, stylistId: stylist_id ?? null };
  }

  on(listPeople, async () => ({ body: { people: (await people.list()).map(shown) } }));

  on(invitePerson, async ({ body, ...asked }) => {
    requireFresh(asked.caller, now());
    return { body: shown(done(await people.invite(body.email, roleIn(body), decidingOwner(asked)))) };
  });

  on(changePerson, async ({ params: { id }, body, ...asked }) => {
    requireFresh(asked.caller, now());
    return { body: shown(done(await people.change(id, roleIn(body), decidingOwner(asked)))) };
  });

  on(removePerson, async ({ params: { id }, ...asked }) => {
    requireFresh(asked.caller, now());
    const refusal = await people.remove(id, decidingOwner(asked));
    if (refusal) throw refuse(refusal);
  });
}
