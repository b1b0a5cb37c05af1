import { randomUUID } from 'node:crypto';
import { formatTime } from '../../../src/salon/salon-time.ts';
import { nobodysNumber, ownAddress, writeTextingProfile } from '../../support/messages/texting-profile.ts';
import { twilioSettings } from '../../support/messages/twilio-double.ts';
import { createHttpClient } from '../../support/network/http-client.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startOf } from './calendar.ts';
import type { HttpStage } from './http/http.ts';
import { SECRET_KEY } from './http/sides.ts';

/** A service that texts at once, on a database of its own, and customers who book there one after the other. */
export async function startTextingSide(
  { newDatabase, folder }: HttpStage,
  name: string,
  providerUrl: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const databaseUrl = await newDatabase(name);
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    SECRET_KEY,
    SALON_PROFILE: await writeTextingProfile(folder),
    TRUST_PROXY: 'loopback',
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    MESSAGE_WINDOW_SECONDS: '0',
    ...twilioSettings(providerUrl),
    ...settings,
  });
  const client = createHttpClient(() => server.url);
  let booked = 0;
  return {
    databaseUrl,
    url: server.url,
    pid: server.pid,
    /** Bookings that were begun so far. */
    booked: () => booked,
    /** @returns the booking's id. @throws Error when it is refused */
    async book(): Promise<string> {
      booked += 1;
      const { date, start } = startOf(booked);
      const { status, text, json } = await client.send({
        method: 'POST',
        path: '/api/bookings',
        headers: { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': ownAddress(booked) },
        body: {
          customer_name: 'Ada Lovelace',
          customer_email: `ada${booked}@example.com`,
          customer_phone: nobodysNumber(booked),
          appointment_date: date,
          appointment_time: formatTime(start),
          services: ['scalp-treatment'],
          notes: null,
          sms_consent: true,
        },
      });
      if (status !== 201) throw new Error(`a booking was answered ${status}: ${text}`);
      return (json as { id: string }).id;
    },
    /** After each turn: the other side's is longer than the server keeps an idle connection, so none may be used again. */
    endTurn: () => client.close(),
    async stop() {
      client.close();
      await server.stop();
    },
  };
}
