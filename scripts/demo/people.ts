export type Dice = ReturnType<typeof dice>;

/** Chance that can be repeated: the same throws for the same seed, on every machine. */
export function dice(seed: number) {
  let state = seed >>> 0;
  function random(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  return {
    /** Evenly spread between two bounds. */
    between: (low: number, high: number): number => low + (high - low) * random(),
    /** True in this share of all throws. */
    happens: (share: number): boolean => random() < share,
    /** One of a list that isn't empty. */
    oneOf: <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item,
  };
}

const FIRST_NAMES =
  `Amelia Grace Olivia Hannah Sofia Naomi Priya Mei Camila Zoe Ruth Ingrid Leila Yuki Clara Vera
  Maya Elena Rosa Joanna Helen Daniel Marcus Owen Theo Rafael Kenji Omar Irene`.split(/\s+/);
const LAST_NAMES =
  `Abbott Alvarez Becker Bianchi Brennan Caldwell Chen Costa Dalton Dubois Eriksen Fischer Hadley
  Ibrahim Jensen Kapoor Kowalski Laurent Lozano Mbeki Moreau Nakamura Novak Okafor Park Patel Quinn Ramos Rinaldi
  Santos Sharma Tanaka Thorne Vogel Watanabe Weber Young`.split(/\s+/);

/** Area codes of the region; the numbers 555-0100 to 555-0199 of each area are kept free for fiction. */
const AREAS = [925, 510, 415, 408, 707, 650, 209, 916, 628, 669];
/** Those farther away, from where customers of a team come, too. */
const FAR_AREAS = [
  213, 310, 323, 424, 530, 559, 562, 619, 626, 661, 714, 747, 760, 805, 818, 831, 858, 909, 949, 951,
];
const FICTIONAL_NUMBERS = 100;
const DOMAINS = ['example.com', 'example.net', 'example.org'];

/** Somebody who books, with an invented name, an address of a reserved domain, and a number that nobody can be given. */
export interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string;
  readonly phoneE164: string;
}

/** Everybody who may ever book, each with another address and number; nobody of the first thousand has another's name. */
export function* everybody(luck: Dice, isTeam: boolean): Generator<Person> {
  const areas = isTeam ? [...AREAS, ...FAR_AREAS] : AREAS;
  for (let number = 0; number < areas.length * FICTIONAL_NUMBERS; number += 1) {
    // The lengths of the two lists have no divisor in common, so all full names come before one comes again.
    const first = FIRST_NAMES[number % FIRST_NAMES.length];
    const last = LAST_NAMES[number % LAST_NAMES.length];
    const mailbox = `${first}.${last}@${DOMAINS[number % DOMAINS.length]}`.toLowerCase();
    const area = areas[number % areas.length];
    const line = 5_550_100 + Math.floor(number / areas.length);
    yield {
      name: `${first} ${last}`,
      email: luck.happens(0.93) ? mailbox : null,
      phone: `(${area}) 555-${String(line).slice(3)}`,
      phoneE164: `+1${area}${line}`,
    };
  }
}
