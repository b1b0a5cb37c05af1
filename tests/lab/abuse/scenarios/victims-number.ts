import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import { addSalonDays, dayOfWeek, salonDate } from '../../../../src/salon/salon-time.ts';
import { type Booker, bookerAt, bookingOf, untilOver } from '../bookers.ts';
import { BEHIND_A_PROXY, type Counts, type Scenario, type Target } from '../scenario.ts';

/** Uses up the texts of somebody else's number, by the private link of an appointment that staff have confirmed. */

const ADMIN = { email: 'staff@salon.example', password: 'a long one for the abuse' };
const VICTIM = {
  customer_name: 'Vera Victim',
  customer_email: 'victim@example.com',
  customer_phone: '(925) 555-0188',
};
/** A customer may move an appointment so often, each time to another hour. */
const MOVES = [
  '11:00 AM',
  '11:30 AM',
  ...['12', '1', '2', '3'].flatMap((at) => [`${at}:00 PM`, `${at}:30 PM`]),
];
const BY_LINK = 'texts by the link';
const TOLD = 'of one confirmation that reached the victim';

const today = salonDate(new Date(), 'America/Los_Angeles');
const [attacked = '', own = ''] = Array.from({ length: 14 }, (_, ahead) =>
  addSalonDays(today, ahead + 7),
).filter((date) => [2, 3, 4].includes(dayOfWeek(date)));

/** @returns an access token */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { access_token } = (await response.json()) as { readonly access_token?: string };
  if (access_token === undefined) throw new Error(`staff could not sign in: ${response.status}`);
  return access_token;
}

async function useUp(target: Target): Promise<Counts> {
  const staff = bookerAt(target, '192.0.2.1');
  const headers = { Authorization: `Bearer ${target.prepared}` };
  const book = async (booker: Booker, date: string) => {
    const { json } = await booker.book({ ...bookingOf(30, { date, time: '10:00 AM' }), ...VICTIM });
    return { id: String(json.id), token: String(json.management_token) };
  };
  const confirm = (id: string) =>
    staff.send({ path: `/api/admin/bookings/${id}/confirm`, body: {}, headers });

  /** The texts about a booking, once there are so many. */
  async function texts(id: string, most: number): Promise<readonly AdminMessage[]> {
    for (;;) {
      const path = `/api/admin/messages?channel=sms&booking_id=${id}`;
      const { json } = await staff.send({ method: 'GET', path, headers });
      const messages = (json.messages ?? []) as readonly AdminMessage[];
      const settled = messages.filter(({ status }) => status === 'kept' || status === 'suppressed');
      if (settled.length >= most) return settled;
      await sleep(100, undefined, { signal: target.over });
    }
  }
  const kept = (messages: readonly AdminMessage[], kind: AdminMessage['kind']) =>
    messages.filter((message) => message.status === 'kept' && message.kind === kind).length;

  const counts = { [BY_LINK]: 0, [TOLD]: 0 };
  const attack = async () => {
    const stranger = bookerAt(target, '203.0.113.1');
    const { id, token } = await book(stranger, attacked);
    await texts(id, 1);
    await confirm(id);
    await texts(id, 2);
    for (const [move, new_time] of MOVES.entries()) {
      await stranger.manage('reschedule', token, { new_date: attacked, new_time });
      counts[BY_LINK] = kept(await texts(id, 3 + move), 'rescheduled');
    }
    const booking = await book(bookerAt(target, '198.51.100.1'), own);
    await texts(booking.id, 1);
    await confirm(booking.id);
    counts[TOLD] = kept(await texts(booking.id, 2), 'confirmed');
    await sleep(60_000, undefined, { signal: target.over });
  };
  await untilOver(target.over, attack);
  return counts;
}

export const scenarios: readonly Scenario[] = [
  {
    title: "whoever has the link of a confirmed appointment in a victim's name moves it ten times",
    seconds: 25,
    settings: {
      ...BEHIND_A_PROXY,
      MESSAGE_WINDOW_SECONDS: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    withoutQuietHours: true,
    prepare: signIn,
    attack: useUp,
    promised: {
      text: 'at most five texts by the link, and the victim is told of their own confirmation',
      isKept: (counts) => (counts[BY_LINK] ?? 0) <= 5 && counts[TOLD] === 1,
    },
  },
];
