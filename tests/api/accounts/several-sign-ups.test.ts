import { afterAll, beforeAll, expect, it } from 'vitest';
import { authClient, mailedToken, openLink } from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** Several people may sign up with one address before it is confirmed. Each link makes the account of its own sign-up. */

/** The client compares with the machine's clock. */
const START = new Date();
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: START, settings: { TRUST_PROXY: '1' } });
});
afterAll(() => salon.stop());

const PEOPLE = {
  ada: { first_name: 'Ada', last_name: 'Lovelace', password: 'Bluebird-7-lantern' },
  eve: { first_name: 'Eve', last_name: 'Stranger', password: 'Crimson-6-harbour' },
  tam: { first_name: 'Tâm', last_name: 'Nguyễn', password: 'Quiet-otter-41-lamp' },
};
type Who = keyof typeof PEOPLE;
/** Somebody signs up, or opens the link of the sign-up with this number; or somebody asks for the mail again and its link is opened. */
type Step = Who | number | 'sent again';

let cases = 0;

/** The account after some steps. Each person signs up in a browser of their own; the mailbox's owner opens all links in one. */
async function after(steps: readonly Step[]) {
  cases += 1;
  const email = `mailbox-${cases}@example.com`;
  const at = (place: number) => ({ address: `203.0.${cases}.${place}` });
  const home = at(1);
  const places: Record<Who, { address: string }> = { ada: at(2), eve: at(3), tam: at(4) };
  const tokens: string[] = [];
  for (const [index, step] of steps.entries()) {
    salon.setClock(new Date(START.getTime() + index * 1_000));
    if (typeof step === 'number') {
      await openLink(salon, tokens[step - 1] ?? expect.fail('no such link'), 'signup', home);
    } else if (step === 'sent again') {
      const { error } = await authClient(salon, home).resend({ type: 'signup', email });
      expect(error).toBeNull();
      await openLink(salon, await mailedToken(salon, email, 'signup'), 'signup', home);
    } else {
      const { password, ...data } = PEOPLE[step];
      const { error } = await authClient(salon, places[step]).signUp({ email, password, options: { data } });
      expect(error).toBeNull();
      tokens.push(await mailedToken(salon, email, 'signup'));
    }
  }
  const { rows } = await salon.database.pool.query<{ name: string; confirmed: boolean }>(
    `select first_name || ' ' || last_name as name, email_confirmed_at is not null as confirmed
     from accounts.users where email = $1`,
    [email],
  );
  // Strangers try first: nothing that they chose may work where they are.
  const tries: string[] = [];
  for (const [who, { password }] of Object.entries(PEOPLE)) {
    const { error } = await authClient(salon, places[who as Who]).signInWithPassword({ email, password });
    if (!error) tries.push(who);
  }
  const works: string[] = [];
  for (const [who, { password }] of Object.entries(PEOPLE)) {
    const { error } = await authClient(salon, home).signInWithPassword({ email, password });
    if (!error) works.push(who);
  }
  return { ...rows[0], elsewhere: tries, atHome: works };
}

const nameOf = (who: Who) => `${PEOPLE[who].first_name} ${PEOPLE[who].last_name}`;

const SEQUENCES: readonly (readonly [Who, ...Step[]])[] = [
  ['ada', 'ada', 1],
  ['ada', 'ada', 'eve', 1],
  ['eve', 'ada', 'eve', 2],
  ['ada', 'eve', 'ada', 2],
  ['eve', 'eve', 'ada', 1],
  ['tam', 'ada', 'tam', 'eve', 2],
  ['ada', 'ada', 'tam', 'eve', 1],
  ['eve', 'ada', 'tam', 'eve', 3],
  ['ada', 'eve', 'eve', 'ada', 3],
  ['ada', 'ada', 'eve', 'ada', 3],
  // The first link that is opened makes the links of the others void.
  ['ada', 'ada', 'eve', 1, 2],
  ['eve', 'ada', 'eve', 2, 1],
  ['tam', 'tam', 'ada', 'eve', 1, 3, 2],
  ['ada', 'ada', 'eve', 1, 1],
  // Nobody has proven yet that the password is theirs, so the owner can still sign up.
  ['ada', 'eve', 1, 'ada', 2],
  ['tam', 'ada', 'eve', 2, 'tam', 3],
  ['eve', 'eve', 1, 'ada', 1],
  // A mail that is sent again is about the first sign-up.
  ['ada', 'ada', 'sent again'],
  ['eve', 'eve', 'ada', 'sent again'],
  ['ada', 'ada', 'eve', 'sent again', 2],
  ['eve', 'ada', 'eve', 2, 'sent again'],
];

it.each(SEQUENCES.map(([whose, ...steps]) => [whose, steps.join(', '), steps] as const))(
  'makes the account of %s, by name and password, after %s',
  async (whose, _title, steps) => {
    expect(await after(steps)).toEqual({
      name: nameOf(whose),
      confirmed: true,
      elsewhere: [],
      atHome: [whose],
    });
  },
);

it('confirms nothing, and signs nobody in, while no link is opened', async () => {
  expect(await after(['ada', 'eve', 'tam'])).toEqual({
    name: nameOf('ada'),
    confirmed: false,
    elsewhere: [],
    atHome: [],
  });
});

it('keeps the names that were entered no longer than the passwords', async () => {
  await after(['ada', 'eve', 'tam', 2]);
  const { rows } = await salon.database.pool.query<{ token: string }>(
    `select t::text as token from accounts.one_time_tokens t join accounts.users u on u.id = t.user_id
     where u.email = $1`,
    [`mailbox-${cases}@example.com`],
  );
  expect(rows).toHaveLength(3);
  for (const { token } of rows) expect(token).not.toMatch(/\b(Ada|Eve)\b|Tâm/);
});
