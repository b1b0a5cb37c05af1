/** Addresses are kept only as keyed hashes, so all that can be told is whether two are the same. */
export const locationText = (place: 'this place' | 'another place'): string =>
  place === 'this place' ? 'From where you are now' : 'From somewhere else';
