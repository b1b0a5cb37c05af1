import { Link } from 'react-router-dom';
import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { PEOPLE } from '../data/people.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { PEOPLE as PEOPLE_PAGE } from '../ui/settings-address.ts';

/** Says of a stylist who is let go that their account still opens the admin area; nothing if they have none. */
export function AccountNote({ stylist: { id } }: { stylist: AdminStylist }) {
  const { data } = useAdminQuery(PEOPLE, 'all');
  if (!data?.people.some(({ stylist_id }) => stylist_id === id)) return null;
  return (
    <p className="text-stone">
      Their account still works. If they have left, remove it{' '}
      <Link to={PEOPLE_PAGE} className="text-ink underline underline-offset-4">
        under People
      </Link>
      .
    </p>
  );
}
