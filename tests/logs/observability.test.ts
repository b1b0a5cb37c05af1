import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';

/** Log lines, the ids that tie them together, and metrics. */

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

type Line = Readonly<Record<string, unknown>>;
const lines = (): readonly Line[] => salon.logged.map((line) => JSON.parse(line));
/** The line is written when the connection has taken the answer, a moment after the client has it. */
const lineOf = (correlationId: unknown) =>
  expect.poll(() => lines().find((line) => line.correlationId === correlationId));

describe("a request's line in the log", () => {
  it("has a booking's route, outcome and ids", async () => {
    const correlationId = randomUUID();
    const { id, position } = await salon.booked(
      { appointment_date: salon.freshDay() },
      { headers: { 'X-Correlation-Id': correlationId } },
    );
    const [event] = await salon.log.read(bookingStream(id));
    await lineOf(correlationId).toMatchObject({
      msg: 'request',
      method: 'POST',
      route: '/api/bookings',
      status: 201,
      ms: expect.any(Number),
      aborted: false,
      commandId: event?.metadata.commandId,
      position,
    });
  });

  it('has the position of the rows that a query read', async () => {
    const { headers } = await salon.get('/api/services');
    await lineOf(headers['x-correlation-id']).toMatchObject({
      route: '/api/services',
      status: 200,
      projectedPosition: headers['x-projected-position'],
    });
  });

  it('names the problem of a refusal, and neither path nor query', async () => {
    const answer = await salon.get('/api/short-links?code=AbCdEfGhIjKl');
    expectProblem(answer, 'short-link-not-found');
    await lineOf(answer.headers['x-correlation-id']).toMatchObject({
      route: '/api/short-links',
      status: 404,
      problem: 'short-link-not-found',
    });
    const nowhere = await salon.get('/api/nowhere/AbCdEfGhIjKl');
    await lineOf(nowhere.headers['x-correlation-id']).toMatchObject({ problem: 'not-found' });
    expect(salon.logged.join('')).not.toContain('AbCdEfGhIjKl');
  });
});

it('writes one line for a projected batch, with the read models that it changed', async () => {
  const { position } = await salon.booked({ appointment_date: salon.freshDay() });
  await salon.get(`/api/services?after=${position}`);
  await expect
    .poll(() => lines().filter((line) => line.msg === 'projected' && String(line.position) >= position))
    .not.toHaveLength(0);
  const batches = lines().filter((line) => line.msg === 'projected');
  expect(batches.flatMap((line) => line.readModels)).toEqual(
    expect.arrayContaining(['availability', 'bookings', 'short_links']),
  );
  for (const batch of batches) {
    expect(batch).toMatchObject({ ms: expect.any(Number), lagMs: expect.any(Number) });
    expect(batch.events).toBeGreaterThan(0);
  }
});

describe('a correlation id', () => {
  it("is the caller's, in the answer and in every event that the request caused", async () => {
    const correlationId = randomUUID();
    const date = salon.freshDay();
    const booking = await salon.booked(
      { appointment_date: date },
      { headers: { 'X-Correlation-Id': correlationId.toUpperCase() } },
    );
    // The registrar's link, too.
    await salon.idle();
    for (const stream of [agendaStream(date), bookingStream(booking.id)]) {
      const ids = (await salon.log.read(stream)).map(({ metadata }) => metadata.correlationId);
      expect(new Set(ids)).toEqual(new Set([correlationId]));
    }
    const answer = await salon.get('/api/salon', { headers: { 'X-Correlation-Id': correlationId } });
    expect(answer.headers['x-correlation-id']).toBe(correlationId);
  });

  it('goes on into what the slot keeper does because of the request', async () => {
    const correlationId = randomUUID();
    const date = salon.freshDay();
    const { management_token: token } = await salon.booked({ appointment_date: date });
    await salon.post('/api/manage/cancel', {}, { token, headers: { 'X-Correlation-Id': correlationId } });
    await expect
      .poll(async () => {
        const released = (await salon.log.read(agendaStream(date))).find(
          ({ type }) => type === 'SlotReleased',
        );
        return released?.metadata;
      })
      .toMatchObject({ correlationId, actor: { kind: 'system', process: 'slot-keeper' } });
  });

  it.each([
    ['missing', undefined],
    ['a name', 'Ada Lovelace'],
    ['too long', `${randomUUID()}0`],
    ['a list', `${randomUUID()}, ${randomUUID()}`],
  ])('is made where it is %s', async (_, given) => {
    const headers = given === undefined ? {} : { 'X-Correlation-Id': given };
    const made = String((await salon.get('/healthz', { headers })).headers['x-correlation-id']);
    expect(made).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(made).not.toBe(given);
    expect(salon.logged.join('')).not.toContain('Ada Lovelace');
  });
});

describe('the figures', () => {
  /** Every sample of a scrape, as Prometheus reads them. */
  async function scrape(): Promise<ReadonlyMap<string, number>> {
    const { status, headers, text } = await salon.get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      samples.map((line) => {
        const [, series = '', value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
        return [series, Number(value)];
      }),
    );
  }

  it('count requests by route pattern and class of status', async () => {
    const series =
      'salon_http_request_duration_seconds_count{method="GET",route="/api/short-links",status="4xx"}';
    const before = (await scrape()).get(series) ?? 0;
    await salon.get('/api/short-links?code=AbCdEfGhIjKl');
    await expect.poll(async () => (await scrape()).get(series)).toBe(before + 1);
  });

  it('label no request by anything but a route of ours', async () => {
    await salon.get(`/m/${randomUUID()}`);
    await salon.get('/no/such/page');
    const patterns = [
      ...OPERATIONS.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
      ...['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs', '/{*path}', '(none)'],
    ];
    const routes = [...(await scrape()).keys()].map(
      (series) => /route="([^"]*)"/.exec(series)?.[1] ?? '(none)',
    );
    expect([...new Set(routes)].filter((route) => !patterns.includes(route))).toEqual([]);
  });

  it('time appends by outcome and count what was decided again', async () => {
    const appended = 'salon_log_append_duration_seconds_count{outcome="appended"}';
    const retried = 'salon_command_retries_total';
    const before = await scrape();
    await salon.booked({ appointment_date: salon.freshDay() });
    const after = await scrape();
    expect(after.get(appended)).toBeGreaterThanOrEqual((before.get(appended) ?? 0) + 2);
    // An earlier cancellation may have met the registrar's link, and been decided again.
    expect(after.get(retried)).toBeGreaterThanOrEqual(0);
    expect(after.get(retried)).toBe(before.get(retried));
  });

  it('have the lag of each read model, and the sizes of batches', async () => {
    await salon.booked({ appointment_date: salon.freshDay() });
    const ofModels = (figures: ReadonlyMap<string, number>, what: string) =>
      new Map(
        ['availability', 'bookings', 'services', 'hours', 'blocked_dates', 'short_links'].map((name) => [
          name,
          figures.get(`salon_read_model_${what}{read_model="${name}"}`),
        ]),
      );
    const caughtUp = async () => {
      const figures = await scrape();
      return [...ofModels(figures, 'lag_events').values(), ...ofModels(figures, 'lag_seconds').values()];
    };
    await expect.poll(caughtUp).toEqual(Array(12).fill(0));
    const figures = await scrape();
    expect([...ofModels(figures, 'running').values()]).toEqual(Array(6).fill(1));
    expect(figures.get('salon_projected_batch_events_count')).toBeGreaterThan(0);
    expect(figures.get('salon_projector_active')).toBe(1);
  });

  it('count the slots that the keeper gives back', async () => {
    const released = 'salon_keeper_slots_total{outcome="released"}';
    const before = (await scrape()).get(released) ?? 0;
    const { management_token: token } = await salon.booked({ appointment_date: salon.freshDay() });
    expect((await salon.post('/api/manage/cancel', {}, { token })).status).toBe(200);
    await expect.poll(async () => (await scrape()).get(released)).toBe(before + 1);
    const figures = await scrape();
    expect(figures.get('salon_keeper_slots_total{outcome="fenced"}')).toBe(0);
    expect(figures.get('salon_process_following{process="slot-keeper"}')).toBe(1);
    await expect
      .poll(async () => (await scrape()).get('salon_process_open_items{process="slot-keeper"}'))
      .toBe(0);
    await expect
      .poll(async () => (await scrape()).get('salon_process_lag_events{process="slot-keeper"}'))
      .toBe(0);
  });

  it('have the use of each pool, and figures of the process', async () => {
    const figures = await scrape();
    const ofTheLog = inject('eventLog') === 'Postgres' ? ['event log', 'event log feed'] : [];
    for (const pool of ['service', 'projector', ...ofTheLog]) {
      const of = (state: string) => figures.get(`salon_pool_connections{pool="${pool}",state="${state}"}`);
      expect(of('max')).toBeGreaterThan(0);
      expect(of('open')).toBeLessThanOrEqual(of('max') ?? 0);
      expect(of('idle')).toBeLessThanOrEqual(of('open') ?? 0);
      expect(of('waiting')).toBeGreaterThanOrEqual(0);
    }
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('have the gauges of this kind of log, and of no other', async () => {
    const told = {
      Postgres: ['salon_log_held_back_events', 'salon_log_oldest_transaction_seconds'],
      EventStoreDB: ['salon_log_refused_checkpoints'],
    };
    const figures = await scrape();
    const ofTheLog = [...figures.keys()].filter((name) => /^salon_log_(?!append)/.test(name));
    expect(ofTheLog.toSorted()).toEqual(told[inject('eventLog')]);
    for (const name of ofTheLog) expect(figures.get(name)).toBeGreaterThanOrEqual(0);
  });

  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Host', 'Via'])(
    'are nothing that a proxy passes on (%s)',
    async (name) => {
      expectProblem(await salon.get('/metrics', { headers: { [name]: '127.0.0.1' } }), 'not-found');
    },
  );
});
