import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSalonDays, dayOfWeek, salonDate } from '../../../src/salon/salon-time.ts';
import { authClient, NAMED, PASSWORD } from '../../support/accounts/auth-client.ts';
import { authenticatorApps } from '../../support/accounts/codes.ts';
import { textsIn } from '../../support/messages/text-files.ts';
import { nobodysNumber } from '../../support/messages/texting-profile.ts';

interface Stage {
  readonly url: string;
  readonly dataDir: string;
  /** The last lines that the server printed, links of mails among them. */
  said(): string;
  grantAdmin(email: string): Promise<void>;
}

interface Walk {
  readonly name: string;
  /** Does the steps before the walk. They aren't counted. */
  begin(): Promise<Begun>;
  walk(begun: Begun): Promise<void>;
}

/** The things that a walk needs, as far as they were prepared. */
interface Begun {
  readonly id?: string;
  readonly live?: Response;
  readonly phone?: string;
  readonly code?: string | undefined;
}

const OWNER = 'owner@example.com';
const TIMES = ['10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM', '2:00 PM', '3:00 PM', '4:00 PM'];
/** Longer than it takes until read models and histories know of a booking, and shorter than its message waits. */
const SETTLED_MS = 1_000;
const LOOK_EVERY_MS = 20;

async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(LOOK_EVERY_MS);
  }
}

/** The six walks, and the people who go them. */
export async function createPeople({ url, dataDir, said, grantAdmin }: Stage): Promise<readonly Walk[]> {
  async function send(method: string, path: string, token?: string, body?: unknown, headers = {}) {
    const response = await fetch(url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text;
  }

  const today = salonDate(new Date(), 'America/Los_Angeles');
  let day = today;
  let left: string[] = [];
  /** A time on a day when the salon is open, and when nothing is booked. */
  function freeTime() {
    if (left.length === 0) {
      do day = addSalonDays(day, 1);
      while (![2, 3, 4].includes(dayOfWeek(day)));
      left = [...TIMES];
    }
    return { appointment_date: day, appointment_time: left.shift() };
  }
  let ahead = 20;
  /** So that no answer is shared. */
  const dayNobodyAskedFor = () => addSalonDays(today, ahead++);
  let visitors = 0;
  async function book() {
    const phone = nobodysNumber(visitors++);
    const answer = await send('POST', '/api/bookings', undefined, {
      customer_name: 'Ada Lovelace',
      customer_email: `ada-${randomUUID()}@example.com`,
      customer_phone: phone,
      ...freeTime(),
      services: ['scalp-treatment'],
      notes: null,
      sms_consent: true,
    });
    return { phone, id: (JSON.parse(answer) as { id: string }).id };
  }

  const client = authClient({ url });
  await client.signUp({ email: OWNER, password: PASSWORD, options: NAMED });
  const link = await eventually(() => /http\S+\/auth\/v1\/verify\S+/.exec(said())?.[0]);
  const opened = await fetch(link, { redirect: 'manual' });
  const code = new URL(opened.headers.get('Location') ?? '').searchParams.get('code') ?? '';
  await client.exchangeCodeForSession(code);
  await grantAdmin(OWNER);
  const app = authenticatorApps(new Date());
  const { id: factorId, secret } = await app.add(client);
  const { data } = await client.getSession();
  const token = data.session?.access_token;

  /** A new session of one factor. */
  const signIn = async () => {
    const other = authClient({ url });
    const { error } = await other.signInWithPassword({ email: OWNER, password: PASSWORD });
    if (error) throw error;
    return other;
  };
  /** There are but two codes, so the first sign-in has to do without one. */
  const codes = [undefined, app.codeOf(secret), app.codeOf(secret, 1)];
  const now = async (): Promise<Begun> => ({});

  return [
    { name: 'a visitor books', begin: now, walk: async () => void (await book()) },
    {
      name: 'a visitor sees the free times of a day',
      begin: now,
      walk: async () => {
        const date = dayNobodyAskedFor();
        await send('GET', `/api/availability?services=scalp-treatment&date=${date}`);
      },
    },
    {
      name: 'staff confirm, and another tab shows it',
      async begin() {
        const { id } = await book();
        await sleep(SETTLED_MS);
        const live = await fetch(`${url}/api/admin/live`, { headers: { Authorization: `Bearer ${token}` } });
        return { id, live };
      },
      async walk({ id = '', live }) {
        const confirmed = await send(
          'POST',
          `/api/admin/bookings/${id}/confirm`,
          token,
          {},
          { 'If-Match': '"1"' },
        );
        const { position } = JSON.parse(confirmed) as { position: string };
        const told = live?.body?.pipeThrough(new TextDecoderStream()) ?? [];
        for await (const piece of told) if (piece.includes(id)) break;
        await send('GET', `/api/admin/bookings/${id}?after=${position}`, token);
      },
    },
    {
      name: 'a text leaves',
      async begin() {
        const { phone } = await book();
        await sleep(SETTLED_MS);
        return { phone };
      },
      walk: async ({ phone }) => {
        await eventually(async () => (await textsIn(dataDir)).find(({ to }) => to === phone));
      },
    },
    {
      name: 'staff sign in with a second factor',
      begin: async () => ({ code: codes.shift() }),
      async walk({ code: typed }) {
        const other = await signIn();
        if (typed === undefined) return;
        const { error } = await other.mfa.challengeAndVerify({ factorId, code: typed });
        if (error) throw error;
      },
    },
    {
      name: 'staff ask for a report',
      begin: now,
      walk: async () => {
        const to = dayNobodyAskedFor();
        await send('GET', `/api/admin/reports/appointments?from=2026-01-01&to=${to}`, token);
      },
    },
  ];
}
