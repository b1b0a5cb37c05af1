import { useSalon } from './salon-context.ts';

/** The salon's address as on an envelope. */
export function StreetAddress() {
  const { address } = useSalon();
  return (
    <>
      {address.street}
      <br />
      {address.city}, {address.region} {address.postal_code}
    </>
  );
}
