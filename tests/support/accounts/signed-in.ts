import type { TestSalon } from '../server/server.ts';
import { authClient, type Browser, givenUser, PASSWORD } from './auth-client.ts';

export type Client = ReturnType<typeof authClient>;

/** Somebody with an account, who has no second factor yet. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  /** A client with a new session of one factor. */
  signIn(browser?: Browser): Promise<Client>;
}

/** @param salon one whose clock is the machine's: the client goes by that */
export async function givenPerson(salon: TestSalon): Promise<Person> {
  const { id: userId, email } = await givenUser(salon);
  return {
    userId,
    email,
    async signIn(browser = {}) {
      const client = authClient(salon, browser);
      const { error } = await client.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      return client;
    },
  };
}
