/** Something with a name in the profile, and the id of the catalogue's service that the profile says books it. */
interface Offer {
  readonly name: string;
  readonly service?: string | undefined;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The service of the catalogue that a line of the price menu, or a specialty, stands for: the one it names, else the one of
 * the same name, which staff may have added since.
 */
export const offeredAs = <S extends Named>(services: readonly S[], { name, service }: Offer): S | undefined =>
  services.find(({ id }) => id === service) ?? services.find((one) => haveSameLetters(one.name, name));

/** Whether two names differ in nothing but case, spaces and punctuation, as `Wash, cut & style` and `Wash Cut Style`. */
export const haveSameLetters = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other);

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
