// Slow because it makes a salon with years of life.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AuthClient } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRunningServer, stopServerProcess } from '../../src/adapters/embedded-postgres/process.ts';
import type { Calendar } from '../../src/contracts/bookings/calendar.ts';
import type { Dashboard } from '../../src/contracts/bookings/dashboard.ts';
import type { CustomerList } from '../../src/contracts/customers/customers.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { AdminMessage } from '../../src/contracts/messages/messages.ts';
import type { AdminStylist } from '../../src/contracts/salon/admin-stylists.ts';
import { addSalonDays, dayOfWeek, intervalOf, salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import { bareEnvironment } from '../support/machine/bare-environment.ts';
import { eventually } from '../support/machine/eventually.ts';
import { makeDataDir, startService } from '../support/server/service-process.ts';

/** `npm run demo` as a person runs it, with a short life. */

const ROOT = new URL('../..', import.meta.url).pathname;
const ARGS = ['--days', '14'];
/** Settings of a real salon, which the demo must not touch. */
const REAL = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/salon', SMTP_URL: 'smtp://127.0.0.1:1' };

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let running: ReturnType<typeof startService> | undefined;
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(async () => {
  await killed();
  for (const folder of ['demo', 'demo.unfinished', 'demo-team', 'demo-team.unfinished']) {
    const orphan = await findRunningServer(join(dataDir.path, folder, 'postgres')).catch(() => undefined);
    if (orphan) await stopServerProcess(orphan.pid);
  }
  await dataDir.remove();
});

function start(settings: Readonly<Record<string, string>> = {}, args: readonly string[] = ARGS) {
  running = startService({ DATA_DIR: dataDir.path, ...REAL, ...settings }, { script: 'demo', args });
  return running;
}

async function killed(): Promise<void> {
  const { child, ended, pid } = running ?? {};
  // npm, its shell and the demo: all of the process group.
  if (child && child.exitCode === null && child.signalCode === null && pid) process.kill(-pid, 'SIGKILL');
  await ended?.();
}

async function stopped(): Promise<void> {
  running?.child.kill('SIGTERM');
  await running?.ended();
}

/** Signs in as one of those whom the demo has named. */
async function signedIn(url: string, output: string, who = 'owner') {
  const words = new RegExp(`sign in as (${who}@\\S+) +with the password (\\S+)`);
  const [, email = '', password = ''] = words.exec(output) ?? [];
  const client = new AuthClient({ url: `${url}/auth/v1`, autoRefreshToken: false, persistSession: false });
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  const headers = {
    Authorization: `Bearer ${data.session.access_token}`,
    'Content-Type': 'application/json',
  };
  const ask = async <Json>(path: string, of: RequestInit = {}) => {
    const answer = await fetch(`${url}/api/admin/${path}`, { headers, ...of });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Json;
  };
  return {
    get: <Json>(path: string) => ask<Json>(path),
    post: <Json>(path: string, body: unknown = {}) =>
      ask<Json>(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

it('says before it makes anything that its port is taken', async () => {
  await using other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const refused = start({ PORT: String(port) });
  expect(await refused.ended()).toBe(1);
  expect(refused.output()).toContain(`Port ${port} is taken: stop the other program, or set PORT.`);
  expect(refused.output()).not.toContain('Making');
});

it('makes a salon of four stylists, whose appointments lie in the hours of each', async () => {
  const made = start({}, [...ARGS, '--team']);
  const url = await made.opened();
  await expect.poll(made.output).toContain('Nothing is sent');
  const { get } = await signedIn(url, made.output());
  const { stylists } = await get<{ stylists: AdminStylist[] }>('stylists');
  expect(stylists).toHaveLength(4);
  expect(made.output()).toMatch(/desk@salon.example .*\(front desk\)\n.*ines@salon.example .*\(stylist\)\n/);
  const { date } = await get<Dashboard>('dashboard');
  const calendar = `calendar?from=${addSalonDays(date, -12)}&to=${addSalonDays(date, 12)}`;
  const { days } = await get<Calendar>(calendar);
  const ines = await signedIn(url, made.output(), 'ines');
  const own = (await ines.get<Calendar>(calendar)).days.flatMap(({ bookings }) => bookings);
  expect(new Set(own.map(({ stylist }) => stylist?.name))).toEqual(new Set(['Ines Calloway']));
  // Somebody may walk in today while nobody works.
  const others = days.filter((day) => day.date !== date);
  const visits = others.flatMap((day) =>
    day.bookings
      .filter(({ status }) => status !== 'cancelled')
      .map((visit) => ({ date: day.date, ...visit })),
  );
  expect(new Set(visits.map(({ stylist }) => stylist?.id))).toEqual(new Set(stylists.map(({ id }) => id)));
  const outside = visits.filter((visit) => {
    const week = stylists.find(({ id }) => id === visit.stylist?.id)?.week;
    const hours = week?.find(({ day_of_week }) => day_of_week === dayOfWeek(visit.date))?.windows ?? [];
    return week && !hours.map(intervalOf).some(({ start, end }) => start <= visit.start && visit.end <= end);
  });
  expect(outside).toEqual([]);
  await stopped();
});

// Two salons are made, which takes minutes on a busy machine.
it('makes a whole salon, also after it was killed, and opens it at once the next time', {
  timeout: 400_000,
}, async () => {
  const cutShort = start();
  await expect.poll(cutShort.output, { timeout: 120_000 }).toMatch(/Living +\d+ %/);
  await killed();
  expect(existsSync(join(dataDir.path, 'demo'))).toBe(false);

  const made = start();
  const url = await made.opened();
  await expect.poll(made.output).toContain('Nothing is sent');
  expect(made.output()).toContain(`${url}/admin`);
  const { get, post } = await signedIn(url, made.output());
  expect(existsSync(join(dataDir.path, 'demo.unfinished'))).toBe(false);

  const dashboard = await get<Dashboard>('dashboard');
  expect(dashboard.stats.total_bookings).toBeGreaterThan(80);
  // How many do differs from day to day.
  expect(dashboard.waiting.total).toBeGreaterThan(0);
  expect(dashboard.cancelled.total).toBeGreaterThan(0);
  expect(dashboard.next_free).not.toBeNull();
  const { date } = dashboard;
  const { days } = await get<Calendar>(`calendar?from=${date}&to=${addSalonDays(date, 6)}`);
  expect(days.filter(({ blocked, bookings }) => blocked || bookings.length === 0)).toEqual([]);

  const [first] = days[0]?.bookings ?? [];
  const { entries } = await get<HistoryPage>(`bookings/${first?.id}/history`);
  expect(entries.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['BookingRequested', 'BookingLinked']),
  );
  const { customers } = await get<CustomerList>('customers?sort=-created_at&limit=100');
  expect(customers.length).toBeGreaterThan(30);
  expect(customers.some(({ birthday_month }) => birthday_month !== null)).toBe(true);

  const { messages } = await get<{ messages: AdminMessage[] }>('messages?status=delivered');
  expect(messages.length).toBeGreaterThan(20);
  const asked = await get<{ messages: AdminMessage[] }>('messages?state=attention&status=received');
  expect(asked.messages.map(({ text }) => text)).toContain('Can I bring my daughter along?');
  // Nobody walks in at night.
  if (salonMinutes(new Date(), 'America/Los_Angeles') > 600) {
    const walkIns = dashboard.today.bookings.filter(({ walk_in }) => walk_in);
    expect(walkIns.filter(({ customer_name }) => customer_name === 'Walk-in')).toHaveLength(1);
    expect(walkIns).toHaveLength(2);
  }
  const { totals } = await get<{ totals: Record<string, number> }>(
    `reports/messages?from=${addSalonDays(date, -14)}&to=${date}`,
  );
  expect(totals.segments).toBeGreaterThan(20);

  // A customer who was told of a request hears nothing of a confirmation that is undone at once.
  // One in a hundred messages doesn't reach its customer, so the first is taken whom both a text and a mail have reached.
  const toldOf = async (id: string) =>
    (await get<{ messages: AdminMessage[] }>(`messages?booking_id=${id}`)).messages;
  let told: string | undefined;
  for (const { id } of dashboard.waiting.bookings) {
    const reached = (await toldOf(id)).filter(({ status }) => status === 'sent' || status === 'delivered');
    if (new Set(reached.map(({ channel }) => channel)).size === 2) told ??= id;
  }
  const { position } = await post<{ position: string }>(`bookings/${told}/confirm`);
  const confirmation = await eventually(async () => {
    const { entries: since } = await get<HistoryPage>(`bookings/${told}/history?after=${position}`);
    return since.find(({ type }) => type === 'BookingConfirmed') ?? expect.fail('not shown yet');
  });
  await post('undo', { event_id: confirmation.id });
  const unsent = `messages?booking_id=${told}&status=suppressed`;
  const channelsOf = ({ messages: found }: { messages: AdminMessage[] }) =>
    found.map(({ channel }) => channel).toSorted();
  await expect.poll(async () => channelsOf(await get(unsent)), { timeout: 90_000 }).toEqual(['email', 'sms']);
  await stopped();

  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/verify.ts'], {
    cwd: ROOT,
    env: { ...bareEnvironment(), DATA_DIR: join(dataDir.path, 'demo') },
  });
  expect(stdout).toMatch(/\nVerified in/);
  for (const folder of ['mail', 'sms']) expect(existsSync(join(dataDir.path, 'demo', folder))).toBe(false);

  const again = start();
  await again.opened();
  await expect.poll(again.output).toContain('sign in as owner@salon.example');
  // It is made anew on each day of the salon, and this test may run across its midnight.
  if (salonDate(new Date(), 'America/Los_Angeles') === date) expect(again.output()).not.toContain('Making');
  await stopped();
});
