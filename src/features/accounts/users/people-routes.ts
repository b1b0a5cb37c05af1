import {
  changePerson,
  invitePerson,
  listPeople,
  type Person,
  removePerson,
} from '../../../contracts/accounts/people.ts';
import type { Role } from '../../../contracts/accounts/roles.ts';
import { requireFresh } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import type { CheckStylist } from '../../known-stylist.ts';
import type { People, Refusal } from './people.ts';
import type { StaffMember, StaffRole } from './staff.ts';

interface PeopleRoutesDeps {
  readonly on: Mount;
  readonly people: People;
  readonly checkStylist: CheckStylist;
  readonly now: () => Date;
}

const shown = ({
  id,
  email,
  name,
  role,
  stylistId,
  grantedAt,
  lastSignInAt,
  canSignIn,
}: StaffMember): Person => ({
  id,
  email,
  name,
  role,
  stylist_id: stylistId,
  since: grantedAt.toISOString(),
  last_sign_in_at: lastSignInAt?.toISOString() ?? null,
  invited: !canSignIn,
});

/** @throws Refused where nothing was changed */
function done(result: StaffMember | Refusal): StaffMember {
  if (typeof result === 'string') throw refuse(result);
  return result;
}

/** Routes by which owners see and change who works in the salon, and with which role. */
export function peopleRoutes({ on, people, checkStylist, now }: PeopleRoutesDeps): void {
  function roleIn({ role, stylist_id }: { role: Role; stylist_id?: string | undefined }): StaffRole {
    checkStylist(stylist_id);
    return { role, stylistId: stylist_id ?? null };
  }

  on(listPeople, async () => ({ body: { people: (await people.list()).map(shown) } }));

  on(invitePerson, async ({ caller, body }) => {
    requireFresh(caller, now());
    return { body: shown(done(await people.invite(body.email, roleIn(body)))) };
  });

  on(changePerson, async ({ caller, params: { id }, body }) => {
    requireFresh(caller, now());
    return { body: shown(done(await people.change(id, roleIn(body)))) };
  });

  on(removePerson, async ({ caller, params: { id } }) => {
    requireFresh(caller, now());
    const refusal = await people.remove(id);
    if (refusal) throw refuse(refusal);
  });
}
