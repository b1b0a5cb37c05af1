import { dice } from './dice.ts';

/** The customers of the demo: invented names, addresses of reserved domains, and numbers that nobody can be given. */

const FIRST_NAMES =
  `Amelia Grace Olivia Hannah Sofia Naomi Priya Mei Camila Zoe Ruth Ingrid Fatima Leila Aisha Noor
  Yuki Emi Clara Vera Nina Tessa Maya Elena Lucia Rosa Ines Carmen Paula Beatriz Joanna Helen Margaret Dorothy Alice
  Edith Frances Louise Miriam Esther Judith Irene Sylvia Thea Freya Astrid Signe Maeve Niamh Siobhan Daniel Marcus
  Owen Theo Samuel Rafael Mateo Diego Kenji Arjun Omar Elias Felix Hugo Victor Simon`.split(/\s+/);

const LAST_NAMES =
  `Abbott Alvarez Andersson Baptiste Becker Bianchi Boone Brennan Caldwell Castillo Chen Choi Costa
  Dalton Delgado Dubois Eriksen Farrow Fischer Fontaine Gallagher Gomez Hadley Hansen Haruki Hoffman Ibrahim Ito
  Jensen Kapoor Keller Khan Kowalski Laurent Lindgren Lozano Marchetti Mbeki Mendoza Moreau Nakamura Novak Oduya
  Okafor Olsen Pacheco Park Patel Pereira Petrov Quinn Ramos Reyes Rinaldi Rosen Salazar Santos Schmidt Sharma Silva
  Singh Sorensen Tanaka Thorne Torres Underhill Valdez Vargas Vogel Walsh Watanabe Weber Whitlock Yamada Young
  Zamora Zeller`.split(/\s+/);

/** Area codes of the region; the numbers 555-0100 to 555-0199 of each area are kept free for fiction. */
const AREAS = [925, 510, 415, 408, 707, 650, 209, 916, 628, 669];
const FICTIONAL_NUMBERS = 100;
const DOMAINS = ['example.com', 'example.net', 'example.org'];

interface ContactDetails {
  readonly email: string | null;
  readonly phone: string;
  readonly phoneE164: string;
}

/** Somebody who books. */
export interface Person extends ContactDetails {
  readonly name: string;
  /** Second contacts, which they use at times, so that they become a second customer until staff merge the two. */
  readonly atWork: ContactDetails;
}

function contactOf(number: number, email: string | null): ContactDetails {
  const area = AREAS[number % AREAS.length];
  const last = String(100 + (Math.floor(number / AREAS.length) % FICTIONAL_NUMBERS)).padStart(4, '0');
  return { email, phone: `(${area}) 555-${last}`, phoneE164: `+1${area}555${last}` };
}

const FULL_NAMES = FIRST_NAMES.length * LAST_NAMES.length;
/** Has no divisor in common with the number of names, so that it passes each once. */
const STEP = 1_009;

/** Everybody who may ever book, one after the other, each with another name, address and number. */
export function* everybody(seed: number): Generator<Person> {
  const luck = dice(seed);
  for (let number = 0; number < (AREAS.length * FICTIONAL_NUMBERS) / 2; number += 1) {
    const place = (number * STEP) % FULL_NAMES;
    const first = FIRST_NAMES[place % FIRST_NAMES.length] ?? '';
    const last = LAST_NAMES[Math.floor(place / FIRST_NAMES.length)] ?? '';
    const mailbox = `${first}.${last}`.toLowerCase();
    const domain = DOMAINS[number % DOMAINS.length];
    const hasEmail = luck.happens(0.93);
    yield {
      name: `${first} ${last}`,
      ...contactOf(2 * number, hasEmail ? `${mailbox}@${domain}` : null),
      atWork: contactOf(2 * number + 1, `${mailbox}@work.${domain}`),
    };
  }
}
