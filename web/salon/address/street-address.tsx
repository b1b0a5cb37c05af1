import { useSalon } from '../salon-context.ts';

/** The salon's address on two lines, if it is known. */
export function StreetAddress() {
  const { address } = useSalon();
  if (!address.street) return null;
  return (
    <>
      {address.street}
      <br />
      {address.city}, {address.region} {address.postal_code}
    </>
  );
}
