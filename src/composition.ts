import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { allProjections } from '../projections/all.ts';
import { createAvailabilityReader } from '../projections/availability-reader.ts';
import { availabilityRouter } from '../projections/availability-routes.ts';
import { createBookingById } from '../projections/bookings.ts';
import { createOpeningHours, createWindowsOn } from '../projections/hours.ts';
import { startProjections } from '../projections/main.ts';
import { manageRouter } from '../projections/manage-routes.ts';
import { createProjectedPositions } from '../projections/projected-positions.ts';
import { salonRouter } from '../projections/salon-routes.ts';
import { createActiveServices, servicesRouter } from '../projections/services.ts';
import { shortLinksRouter } from '../projections/short-links.ts';
import { createBookingLimit, migrateBookingLimit } from './adapters/booking-limit.ts';
import type { Config } from './adapters/config.ts';
import { toE164 } from './adapters/phone.ts';
import { createPool } from './adapters/postgres.ts';
import { postgresEventStore } from './adapters/postgres-event-store.ts';
import { migrateProcessTable, postgresProcessTable } from './adapters/process-table.ts';
import { loadSalonProfile } from './adapters/salon-profile.ts';
import { migrateSealingKeys, postgresSealingKeys } from './adapters/sealing-keys.ts';
import { deriveKey } from './adapters/secrets.ts';
import { StartupError } from './adapters/startup-error.ts';
import { createApp } from './app.ts';
import type { EventStore } from './eventsourcing/event-store.ts';
import { createEventStreams } from './eventsourcing/event-streams.ts';
import { openPersonal, sealedEventStore } from './eventsourcing/sealing.ts';
import { createTurns } from './eventsourcing/turns.ts';
import { agendaDecider } from './features/agenda/decider.ts';
import { runSlotKeeper, type SlotKeeperHealth } from './features/agenda/run-slot-keeper.ts';
import type { OpenSlot } from './features/agenda/slot-keeper.ts';
import { createTakeSlot } from './features/agenda/take-slot.ts';
import { createBookingCommands } from './features/booking/commands.ts';
import { bookingDecider } from './features/booking/decider.ts';
import { bookingRoutes } from './features/booking/routes.ts';
import { createSecretLinks } from './features/booking/secret-links.ts';
import { serviceDecider } from './features/catalogue/decider.ts';
import { hoursDecider } from './features/hours/decider.ts';
import { createCommandRunner } from './http/command-run.ts';
import { healthRoutes } from './http/health.ts';
import { openApi } from './http/openapi.ts';
import { limitPerMinute } from './http/rate-limits.ts';
import { seed } from './seed.ts';

/** What the parts of the service are made from. */
export interface Foundation {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly logger: Logger;
  readonly now: () => Date;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
}

/** The parts, running. */
export interface Composition {
  readonly app: RequestListener;
  /** Stops what runs in the background and closes every pool; requests have ended by then. */
  close(): Promise<void>;
}

const SITE_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url));
const SLOT_KEEPER_TABLE = { process: 'slot-keeper', items: 'slot_keeper_slots' };

/** How long a start waits for the read models before it lets requests in; `/readyz` tells the rest. */
const CATCH_UP_PATIENCE_MS = 10_000;

/** Wires the parts together: adapters at the outside, deciders and folds within. */
export async function compose(foundation: Foundation): Promise<Composition> {
  const { config, publicUrl, databaseUrl, secretKey, logger, now, claimPatienceMs } = foundation;
  if (config.eventstoreUrl !== undefined) {
    throw new StartupError('EVENTSTORE_URL is set, but this version keeps its log in Postgres only.');
  }
  const profile = await loadSalonProfile(config.salonProfile);
  const { hours: _hours, services: _services, ...salon } = profile;
  const timeZone = profile.time_zone;

  const onError = (error: Error) => logger.warn({ name: error.name }, 'a database connection was lost');
  const pool = createPool({ url: databaseUrl, name: 'service', max: 20, onError });
  const readPool = createPool({ url: databaseUrl, name: 'projector', max: 10, onError });
  const log = postgresEventStore({ url: databaseUrl, connections: 20 });
  await log.migrate();
  await migrateSealingKeys(pool);
  await migrateBookingLimit(pool);
  await migrateProcessTable(pool, SLOT_KEEPER_TABLE);

  const keys = postgresSealingKeys(pool, deriveKey(secretKey, 'sealing-master/v1'));
  // Deciders look at no personal part, so the write side seals and never opens.
  const store: EventStore = { ...log, append: sealedEventStore(log, keys).append };
  const machinery = { turns: createTurns(), now };
  const bookings = createEventStreams(store, bookingDecider, machinery);
  const agendas = createEventStreams(store, agendaDecider, machinery);
  const hours = createEventStreams(store, hoursDecider, machinery);
  const services = createEventStreams(store, serviceDecider, machinery);
  await seed({ services, hours }, profile);

  const links = createSecretLinks({
    token: deriveKey(secretKey, 'management-token/v1'),
    shortCode: deriveKey(secretKey, 'short-code/v1'),
  });

  const background = new AbortController();
  const { signal } = background;
  const positions = createProjectedPositions();
  const projections = allProjections(links);
  const readSide = await startProjections(
    { store: log, pool: readPool, open: openPersonal(keys), projections, positions, logger },
    signal,
  );

  let keeperHealth: SlotKeeperHealth | undefined;
  const keeper = runSlotKeeper(
    {
      store: log,
      agendas,
      table: postgresProcessTable<OpenSlot>(pool, SLOT_KEEPER_TABLE),
      now,
      ...(claimPatienceMs === undefined ? {} : { patienceMs: claimPatienceMs }),
      report: (health) => {
        keeperHealth = health;
      },
    },
    signal,
  ).catch((error: Error) => logger.error({ name: error.name }, 'the slot keeper stopped'));

  const commands = createBookingCommands({
    bookings,
    takeSlot: createTakeSlot({ agendas, windowsOn: createWindowsOn(pool), timeZone, now }),
    activeServices: createActiveServices(pool),
    timeZone,
    selfServiceCutoffHours: profile.self_service_cutoff_hours,
    now,
  });
  const perAddress = limitPerMinute(config.rateLimitPerMinute);
  const availability = createAvailabilityReader({ pool, timeZone, now });

  const app = createApp({
    logger,
    publicUrl,
    trustProxy: config.trustProxy,
    siteFolder: SITE_FOLDER,
    openApi: openApi(profile.name, publicUrl),
    health: healthRoutes([
      {
        name: 'log',
        check: async () => ({ ready: true, position: await log.head(), ...(await log.feedLag()) }),
      },
      { name: 'read_models', check: async () => ({ ...readSide.health() }) },
      {
        name: 'slot_keeper',
        check: async () => ({ ready: keeperHealth?.status === 'following', ...keeperHealth }),
      },
    ]),
    api: [
      salonRouter({ salon, openingHours: createOpeningHours(pool), positions }),
      servicesRouter({ pool, positions }),
      availabilityRouter({ reader: availability, positions }),
      bookingRoutes({
        commands,
        runner: createCommandRunner(deriveKey(secretKey, 'request-hash/v1')),
        links,
        limit: createBookingLimit(pool, config.bookingLimitPerHour),
        limitKey: deriveKey(secretKey, 'booking-limit/v1'),
        perAddress,
        toE164: (phone) => toE164(phone, 'US'),
        publicUrl,
      }),
      shortLinksRouter({ pool, positions, links, perAddress }),
      manageRouter({
        bookingById: createBookingById(pool),
        availability,
        positions,
        links,
        perAddress,
        salon: {
          name: profile.name,
          phone: profile.phone,
          address: Object.values(profile.address).join(', '),
          timeZone,
          selfServiceCutoffHours: profile.self_service_cutoff_hours,
        },
        publicUrl,
        now,
      }),
    ],
  });

  const written = await log.head();
  await Promise.all(projections.map(({ name }) => positions.reached(name, written, CATCH_UP_PATIENCE_MS)));

  return {
    app,
    async close() {
      background.abort();
      await Promise.all([readSide.ended, keeper]);
      await log.close();
      await Promise.all([pool.end(), readPool.end()]);
    },
  };
}
