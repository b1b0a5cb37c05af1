import type { ComponentProps } from 'react';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { AdminSelect } from '../../ui/form/field.tsx';

/** Words beside a name in the list, and whether it can't be chosen for that reason. */
interface StylistNote {
  readonly words: string;
  readonly isDisabled?: boolean;
}

/** A choice among the stylists who take appointments; nothing where the salon is no team. */
export function StylistField({
  except,
  noteOf,
  children,
  value,
  ...select
}: Omit<ComponentProps<typeof AdminSelect>, 'value'> & {
  value: string;
  /** The id of one who isn't listed. */
  except?: string | undefined;
  noteOf?: ((stylist: AdminStylist) => StylistNote | undefined) | undefined;
}) {
  const { stylists, isTeam } = useTeam();
  if (!isTeam) return null;
  const listed = stylists.filter(({ id, active }) => (active || id === value) && id !== except);
  return (
    <AdminSelect required value={value} {...select}>
      {/* The choice of no one in particular, such as `Anyone`. */}
      {children}
      {listed.map((stylist) => {
        const note = noteOf?.(stylist);
        return (
          <option key={stylist.id} value={stylist.id} disabled={note?.isDisabled && stylist.id !== value}>
            {[stylistName(stylist), note?.words].filter(Boolean).join(' · ')}
          </option>
        );
      })}
    </AdminSelect>
  );
}
