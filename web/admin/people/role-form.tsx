import { changePerson, invitePerson, type Person } from '../../../src/contracts/accounts/people.ts';
import { ROLES } from '../../../src/contracts/accounts/roles.ts';
import { stylistName } from '../data/stylist-name.ts';
import { useTeam } from '../data/team.ts';
import { AdminButton } from '../ui/button.tsx';
import { Choice } from '../ui/form/choice.tsx';
import { AdminField, AdminSelect } from '../ui/form/field.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { ROLE_ABOUT, roleName } from './person-text.ts';

interface GivenRole {
  readonly role: Person['role'];
  readonly stylist_id?: string | undefined;
}
export type Invited = GivenRole & { readonly email: string };

const givenRole = ({ role, stylist_id }: { role: Person['role']; stylist_id: string }) => ({
  role,
  ...(role === 'stylist' && stylist_id !== '' && { stylist_id }),
});

/**
 * A form for a role, and for the address of somebody who is invited.
 *
 * @param person who gets another role; undefined for somebody who is invited
 */
export function RoleForm({
  person,
  busy,
  onSend,
  onCancel,
}: {
  person?: Person;
  busy: boolean;
  onSend: (asked: Invited) => Promise<unknown>;
  onCancel: () => void;
}) {
  const { stylists } = useTeam();
  const choices = stylists.filter(({ id, active }) => active || id === person?.stylist_id);
  const form = useAdminForm({
    values: {
      email: person?.email ?? '',
      role: person?.role ?? ('front_desk' as Person['role']),
      stylist_id: person?.stylist_id ?? '',
    },
    schema: person ? changePerson.body : invitePerson.body,
    toRequest: ({ email, ...role }) => ({ ...(!person && { email }), ...givenRole(role) }),
    send: (request, { email }) => onSend({ email: email.trim(), ...request }),
  });
  const { role } = form.typed;
  return (
    <form
      noValidate
      aria-label={person ? 'Change role' : 'Invite somebody'}
      className="max-w-3xl space-y-4 rounded-md border border-line bg-panel p-5 text-sm"
      onSubmit={form.submit}
    >
      {!person && (
        <AdminField
          label="Email"
          type="email"
          hint="They get a link that works once, within an hour. With it they enter their name and choose a password."
          required
          autoFocus
          autoComplete="off"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
      )}
      <fieldset>
        <legend className="font-medium">Role</legend>
        {ROLES.map((one) => (
          <Choice key={one} className="py-1" {...form.field('role')} value={one}>
            <span>
              {roleName(one)} <span className="text-stone">· {ROLE_ABOUT[one]}</span>
            </span>
          </Choice>
        ))}
      </fieldset>
      {role === 'stylist' && (
        <AdminSelect
          label="Which stylist?"
          required
          className="max-w-sm"
          {...form.field('stylist_id')}
          value={form.typed.stylist_id}
        >
          <option value="">Please choose</option>
          {choices.map((stylist) => (
            <option key={stylist.id} value={stylist.id}>
              {stylistName(stylist)}
            </option>
          ))}
        </AdminSelect>
      )}
      <div className="flex flex-wrap gap-3">
        <AdminButton look="primary" type="submit" busy={busy}>
          {person ? 'Save role' : 'Send invitation'}
        </AdminButton>
        <AdminButton onClick={onCancel}>Cancel</AdminButton>
      </div>
    </form>
  );
}
