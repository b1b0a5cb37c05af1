/** A postal address, without its country. */
interface Address {
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postal_code: string;
}

/** The address on one line, such as `Contra Costa Blvd, Pleasant Hill, CA 94523`; empty if nobody has entered it. */
export const addressLine = ({ street, city, region, postal_code }: Address): string =>
  street && `${street}, ${city}, ${region} ${postal_code}`;
