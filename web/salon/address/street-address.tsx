import { useSalon } from '../salon-context.ts';

/** The salon's address on two lines. */
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
