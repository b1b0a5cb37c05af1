import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { overlaps } from '../../../src/salon/slots.ts';
import { bareEnvironment } from '../../support/machine/bare-environment.ts';
import { createHttpClient } from '../../support/network/http-client.ts';
import type { Known } from './customers.ts';
import type { Traffic } from './traffic.ts';

/** One promise, kept or not. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

interface Slot {
  readonly slotId: string;
  readonly bookingId: string;
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

/** Looked at in this file's own few lines rather than by the product's proof, which is on trial here too. */
function walk(events: readonly RecordedEvent[]) {
  const taken = new Map<string, Slot>();
  const current = new Map<string, string>();
  const twice: string[] = [];
  for (const { stream, type, data } of events) {
    if (stream.startsWith('agenda-')) {
      const slot = { ...data, date: stream.slice('agenda-'.length) } as unknown as Slot;
      if (type === 'SlotTaken') {
        for (const other of taken.values()) {
          const isOthers = other.date === slot.date && other.bookingId !== slot.bookingId;
          if (isOthers && overlaps(other, slot)) twice.push(`${slot.slotId} over ${other.slotId}`);
        }
        taken.set(slot.slotId, slot);
      } else if (type === 'SlotReleased') taken.delete(slot.slotId);
    } else if (stream.startsWith('booking-')) {
      const bookingId = stream.slice('booking-'.length);
      if (type === 'BookingRequested' || type === 'BookingRescheduled') {
        current.set(bookingId, String(data.slotId));
      } else if (type === 'BookingCancelled') current.delete(bookingId);
    }
  }
  return { taken, current, twice };
}

/** Taken slots that no booking lies in. */
export function orphansIn(events: readonly RecordedEvent[]): string[] {
  const { taken, current } = walk(events);
  return [...taken.values()]
    .filter(({ slotId, bookingId }) => current.get(bookingId) !== slotId)
    .map(({ slotId }) => slotId);
}

const check = (name: string, faults: readonly string[], fine: string): Check => ({
  name,
  ok: faults.length === 0,
  detail: faults.length === 0 ? fine : `${faults.length} faults: ${faults.slice(0, 3).join('; ')}`,
});

/** Acknowledged positions that the log doesn't hold in that booking's stream. */
function missingInLog(events: readonly RecordedEvent[], known: readonly Known[]): string[] {
  const held = new Set(events.map(({ stream, position }) => `${stream} ${position}`));
  return known.flatMap(({ id, positions }) =>
    positions.map((position) => `booking-${id} ${position}`).filter((place) => !held.has(place)),
  );
}

const SETTLED_WITHIN_MS = 60_000;

/** Bookings that the API shows otherwise than it was acknowledged. */
async function otherwiseInApi(url: string, known: readonly Known[]): Promise<string[]> {
  const client = createHttpClient(() => url, 8);
  const waiting = known.values();
  const faults: string[] = [];
  const look = async () => {
    for (const { id, token, position, states } of waiting) {
      const headers = { Authorization: `Bearer ${token}` };
      const ask = () => client.send({ path: `/api/manage?after=${position}`, headers });
      const until = performance.now() + SETTLED_WITHIN_MS;
      let { status, json } = await ask();
      while (status === 503 && performance.now() < until) ({ status, json } = await ask());
      const shown = json as { status?: string; appointment_date?: string; appointment_time?: string };
      const fits = states.some(
        (state) =>
          state.status === shown.status &&
          state.date === shown.appointment_date &&
          state.time === shown.appointment_time,
      );
      if (!fits) faults.push(`${id} is ${status} ${JSON.stringify(shown)}, not ${JSON.stringify(states)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, look));
  client.close();
  return faults;
}

const ROOT = resolve(import.meta.dirname, '../../..');

async function verify(settings: Readonly<Record<string, string>>) {
  const hourAhead = `--import=${join(ROOT, 'tests/support/salon/an-hour-ahead.ts')}`;
  const child = spawn(process.execPath, [hourAhead, join(ROOT, 'scripts/verify.ts')], {
    env: { ...bareEnvironment(), ...settings },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { ok: code === 0, said: printed.trim().split('\n') };
}

/** `npm run verify` as an operator runs it an hour later, beside the running server: read models that are behind must catch up at once. */
export async function verified(settings: Readonly<Record<string, string>>): Promise<Check> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  let { ok, said } = await verify(settings);
  while (!ok && performance.now() < until) ({ ok, said } = await verify(settings));
  return { name: 'verify is clean', ok, detail: ok ? (said.at(-1) ?? '') : said.join(' | ') };
}

interface Evidence {
  readonly events: readonly RecordedEvent[];
  readonly known: readonly Known[];
  readonly traffic: Pick<Traffic, 'answered' | 'refused' | 'slowestMs' | 'offences'>;
  /** Addresses of those still up: each has to show the same. */
  readonly servers: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

export function promisesOfTheLog(events: readonly RecordedEvent[], known: readonly Known[]) {
  const acknowledged = known.reduce((total, { positions }) => total + positions.length, 0);
  const { taken, twice } = walk(events);
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  const missing = missingInLog(events, known);
  const checks: readonly Check[] = [
    check('customers got through', known.length > 0 ? [] : ['no booking at all'], `${known.length} bookings`),
    check('nothing acknowledged is missing in the log', missing, `${acknowledged} answers`),
    check('no slot was given twice', twice, `${count('SlotTaken')} slots given out`),
    check(
      'no orphan slot is left',
      orphansIn(events),
      `${taken.size} in use, ${count('SlotReleased')} given back, ${count('SlotClaimLapsed')} of them fenced off`,
    ),
  ];
  return { checks, lost: missing.length };
}

/** The promises that must hold after any fault, each with the number of acknowledged writes that break it. */
export async function promisesKept({ events, known, traffic, servers, settings }: Evidence) {
  const { checks, lost } = promisesOfTheLog(events, known);
  const { answered, refused, slowestMs, offences } = traffic;
  const otherwise = (await Promise.all(servers.map((url) => otherwiseInApi(url, known)))).flat();
  return {
    lost: lost + otherwise.length,
    checks: [
      ...checks,
      check('the API shows what was acknowledged', otherwise, `${known.length} bookings`),
      check(
        'every request was answered, in time, and refused with a clear 503 or not at all',
        offences,
        `${answered} answers, ${refused} refused, the slowest after ${Math.round(slowestMs)} ms`,
      ),
      await verified(settings),
    ],
  };
}
