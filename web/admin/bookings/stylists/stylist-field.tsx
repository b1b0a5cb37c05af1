import type { ComponentProps } from 'react';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { AdminSelect } from '../../ui/form/field.tsx';

/** A choice among the stylists who take appointments; where the salon is no team, only why nobody takes one. */
export function StylistField({
  except,
  noteOf,
  isUnable,
  children,
  value,
  ...select
}: Omit<ComponentProps<typeof AdminSelect>, 'value'> & {
  value: string;
  /** The id of one who isn't listed. */
  except?: string | undefined;
  /** Words beside a name. */
  noteOf?: (stylist: AdminStylist) => string | undefined;
  /** The stylists who can't be chosen, for a reason that the note says. */
  isUnable?: (stylist: AdminStylist) => boolean;
}) {
  const { stylists, isTeam } = useTeam();
  if (!isTeam)
    return (
      select.error && (
        <p role="alert" className={`text-sm font-medium text-bad ${select.className ?? ''}`}>
          {select.error}
        </p>
      )
    );
  const listed = stylists.filter(({ id, active }) => (active || id === value) && id !== except);
  return (
    <AdminSelect required value={value} {...select}>
      {/* The choice of no one in particular, such as `Anyone`. */}
      {children}
      {listed.map((stylist) => (
        <option key={stylist.id} value={stylist.id} disabled={stylist.id !== value && isUnable?.(stylist)}>
          {[stylistName(stylist), noteOf?.(stylist)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </AdminSelect>
  );
}
