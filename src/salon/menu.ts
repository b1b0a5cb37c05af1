/** Something that the profile names, and the id of the catalogue's service by which it is booked, if the profile says so. */
interface Offer {
  readonly name: string;
  readonly service?: string | undefined;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The catalogue's service for a line of the price menu or a specialty: the service whose id it has, else a service with the same
 * name, which staff may have added later.
 */
export const offeredAs = <S extends Named>(services: readonly S[], { name, service }: Offer): S | undefined =>
  services.find(({ id }) => id === service) ?? services.find((one) => haveSameLetters(one.name, name));

/** Whether two names differ only in case, spaces and punctuation, such as `Wash, cut & style` and `Wash Cut Style`. */
export const haveSameLetters = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other);

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
