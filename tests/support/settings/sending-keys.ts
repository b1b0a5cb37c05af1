import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { ShownSendingKeys } from '../../../src/contracts/settings/sending-keys.ts';
import { type MailServer, startMailServer } from '../messages/mail-server.ts';
import { ACCOUNT, accepts, startTwilioDouble, type TwilioDouble } from '../messages/twilio-double.ts';
import { givenSalon, type TestSalon } from '../server/server.ts';
import { givenStaff, type StaffApi } from '../staff/staff-api.ts';

export const KEYS = '/api/admin/settings/sending';
export const TEST = `${KEYS}/test`;
export const SMS = {
  account_sid: ACCOUNT.accountSid,
  auth_token: 'distinctive-token-7f3a9c',
  from: '+1 (925) 555-0142',
};
export const PASSWORD = 'distinctive-pass/word 51:@b';
export const USER = 'distinctive-user';
/** A number that tests are sent to. */
export const NUMBER = '(925) 555-0171';

/** A salon without keys for sending, a provider of texts, and a mail server that asks for a password, for the tests of a file. */
export function givenSendingKeys() {
  const given = {} as { salon: TestSalon; staff: StaffApi; double: TwilioDouble; server: MailServer };
  const authenticated: { readonly username: string; readonly password: string }[] = [];
  beforeAll(async () => {
    const double = await startTwilioDouble();
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, callback) {
        authenticated.push({ username: username ?? '', password: password ?? '' });
        if (password === PASSWORD) return callback(null, { user: USER });
        callback(Object.assign(new Error(`not ${password}`), { responseCode: 535 }));
      },
    });
    const salon = await givenSalon({
      now: new Date(),
      settings: { MESSAGE_WINDOW_SECONDS: '0', TWILIO_BASE_URL: double.url },
    });
    Object.assign(given, { salon, staff: await givenStaff(salon), double, server });
  });
  afterAll(async () => {
    await given.salon.stop();
    await given.double.stop();
    await given.server.stop();
  });
  beforeEach(async () => {
    given.double.answers(accepts);
    await given.salon.database.pool.query('delete from usage_counts');
  });
  async function saved(changes: object) {
    const answer = await given.staff.patch(KEYS, changes);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  }
  return Object.assign(given, {
    /** The users who have signed in at the mail server. */
    authenticated,
    email: (password = PASSWORD) => ({ host: '127.0.0.1', port: given.server.port, user: USER, password }),
    shown: async (by: StaffApi = given.staff) => (await by.get(KEYS)).json as ShownSendingKeys,
    saved,
    removed: () => saved({ sms: null, email: null }),
    async tested(body: object) {
      const answer = await given.staff.post(TEST, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.json as { readonly outcome: string; readonly text: string };
    },
  });
}
