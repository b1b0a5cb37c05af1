import type { ComponentProps } from 'react';
import { PROFILE } from '../../customers/queries.ts';
import { useAdminQuery } from '../../server/use-admin-query.ts';
import { NewBookingDialog } from './new-booking-dialog.tsx';

/** Books for a customer who was chosen before, as on their profile, or for whoever is entered. */
export function NewBookingFor({
  customerId = null,
  ...dialog
}: { customerId?: string | null } & Omit<ComponentProps<typeof NewBookingDialog>, 'customer'>) {
  const { data, error } = useAdminQuery(PROFILE, customerId);
  if (customerId !== null && !data && !error) return null;
  return <NewBookingDialog {...dialog} customer={data?.customer} />;
}
