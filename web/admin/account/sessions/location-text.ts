/** IP addresses are stored only as keyed hashes, so it is only known whether two are the same. */
export const locationText = (place: 'this place' | 'another place'): string =>
  place === 'this place' ? 'From where you are now' : 'From somewhere else';
