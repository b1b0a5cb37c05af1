import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ALL_TESTS } from './support/run/all-tests.ts';
import { runReport } from './support/run/run-report.ts';

/** Tests of a whole service run on each event log; the parts can't tell one from another. */
const ON_EACH_LOG = ['tests/api/**/*.test.ts', 'tests/roles/**/*.test.ts'];
/** Tests of requests that never reach the log, or don't depend on it: one log is enough. */
const BESIDE_THE_LOG = [
  'tests/api/accounts/**',
  'tests/api/{admin-bad-input,admission,answers,api-key-limits,api-key-rights,bad-input,client-faults,csv,limits,openapi,privacy,rights,site,site-pages,suspicion}.test.ts',
  // Allowances, codes and counts, all of them in Postgres; messages.test.ts and others send on each log.
  'tests/api/{booking-codes,messages-abuse,messages-strangers}.test.ts',
];
/** They start processes and take long, so they come before the many short ones: at the end no core is to wait for one of them. */
const LONG = ['tests/setup/**/*.test.ts'];
const JOURNEYS = ['tests/e2e/*journey.test.ts'];
/** They put another module in the place of a real one, or ask what happens the first time, so they can't share modules with other files. */
const WITH_REPLACED_MODULES = [
  'tests/contract/{password-hashing,eventstoredb/address-warning}.test.ts',
  'tests/unit/prerender-loop.test.ts',
  'tests/unit/retrying.test.ts',
  'tests/unit/protocol.property.test.ts',
  'tests/unit/customers/{import,registrar}.property.test.ts',
  'tests/unit/messages/{messenger.property,send-due}.test.ts',
];
/** They wait for most of their time, for deadlines and silences of seconds: two cores have room for more of them at once. */
const WAITING = [
  'tests/contract/{job-workers,jobs,jobs-outage,mail}.test.ts',
  'tests/contract/eventstoredb/{append-again,hung-leader,silence}.test.ts',
  'tests/setup/eventstoredb-diagnosis.test.ts',
];
const BROWSER = ['tests/support/run/shared-browser.ts'];

/**
 * `npm test` leaves out whole files that take long and add little; `npm run test:all` runs everything. Every feature's own
 * behaviour stays in both.
 */
const ONLY_WITH_ALL = ALL_TESTS
  ? []
  : [
      // Ways to start, and what goes wrong there: each starts processes, most of them an own database.
      'tests/setup/backup/{commands,cut-short,erased-bytes,migrate-log,nightly,refused,round-trip,webhooks}.test.ts',
      'tests/setup/{change-secret-key,copied-database,demo,dev,embedded-postgres,eventstoredb-*,first-admin,first-release,image,import-killed,service-*,unfinished-start,webhook-killed}.test.ts',
      // Servers that fall silent, for seconds.
      'tests/contract/eventstoredb/{append-again,hung-leader,silence}.test.ts',
      'tests/contract/{job-workers,jobs,jobs-outage,mail,webhook-senders}.test.ts',
      'tests/api/{api-key-limits,bad-input,chaos,deleted-booking,load,messages-provider,messages-strangers,outage,proof,replay,sending-keys-tried,stray-event,two-admins,undo-messages,waiting-messages,webhooks-decided}.test.ts',
      'tests/roles/{raised-version,several-processes}.test.ts',
      // Tests that wait for real seconds, or measure them.
      'tests/api/accounts/{even-answers,mail-worker,mails,rush,sign-in-time}.test.ts',
      // In a browser: what API tests hold of accounts, with a real server behind every page.
      'tests/e2e/accounts/{account,account-factors,calendar-address,ended-session,fresh-sign-in,gate,links,passkeys,real-server,second-factor,sign-in-page,ways-in}.test.ts',
      // In a browser: what comes up beside the way through a screen.
      'tests/e2e/admin/{activity,answering,api-keys,appointment-details,appointment-dialogs,appointment-tabs,book-again,completing,correcting-contact,customer-imports,customer-page,customer-profile,first-steps,late-notice,lost-focus,menu-prices,messages,messages-journey,quick-booking,real-server,real-undo,refused-forms,rescheduling,reviews,row-keys,second-click,sending-keys,services,services-live,shell,system,tables,telling,toast-names,today,two-browsers,undo-over-dialog,webhooks,why-not-journey}.test.ts',
      'tests/e2e/calendar/{as-it-was,blocked-dates,by-keys-and-finger,by-mouse,cancelled-and-printed,changed-meanwhile,days-of-their-own,many,on-a-phone,undelivered,weekly-hours}.test.ts',
      'tests/e2e/wizard/{hold,large-text-and-few-colours,names,notices,phone,trouble,unusable-answers}.test.ts',
      'tests/e2e/{admission-journey,api-docs,back,hold-journey,marketing,motion,prerendered,private-link-address,salon-dates,second-salon}.test.ts',
      'tests/e2e/reports/{as-it-stood,overview,report,report-states}.test.ts',
      // Moments over HTTP: the tests of projections ask for those of every table and report.
      'tests/api/{calendar-changes.property,moments}.test.ts',
      // Read models of an earlier release: rebuild.test.ts and supervisor.test.ts hold how they are made anew.
      'tests/projections/upgrade.test.ts',
      // Pictures that are made to do harm: own-pictures.test.ts sends some of each kind.
      'tests/contract/picture-maker.test.ts',
      'tests/api/picture-uploads.test.ts',
      'tests/e2e/admin/pictures.test.ts',
      // Settings on their screen: the API's tests hold what is saved, and what isn't.
      'tests/e2e/{admin,screens}/settings.test.ts',
      // Axe on screens that journeys open.
      'tests/e2e/screens/{admin,appointments}.test.ts',
      // How large the pages are.
      'tests/e2e/budgets/*.test.ts',
    ];
/** On the second log, beside what is run on both: one file for each kind of stream and of reader. */
const SMOKE_ON_EVENTSTOREDB = ['tests/api/{booking,customers,holds,messages,salon-admin}.test.ts'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

// Each service that is started, in a thread or process of its own, loads its modules anew: so they are compiled but once.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/salon-booking/compiled');

export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: ['tests/support/run/shared-postgres.ts'],
    // Three processes for two cores: each waits for a third of its time, for its browser, for the database or for a deadline. Each
    // loads a module once for all its files.
    pool: 'forks',
    maxWorkers: 3,
    isolate: false,
    // A busy machine takes its time. These limits are for what never ends; Vitest's own patience of a poll is a second.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    hookTimeout: 300_000,
    reporters: [runReport, 'default'],
    provide: { eventLog: 'Postgres' },
    projects: [
      // Projects come in the order of their names.
      {
        extends: true,
        test: { name: 'long parts', include: LONG, exclude: [...WAITING, ...ONLY_WITH_ALL] },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            ...ON_EACH_LOG,
            ...WITH_REPLACED_MODULES,
            ...WAITING,
            ...LONG,
            ...ONLY_WITH_ALL,
            'tests/e2e/**',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'parts, waiting',
          include: WAITING,
          exclude: ONLY_WITH_ALL,
          maxWorkers: 4,
          // After all others: projects of one order share their processes.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'parts, apart', include: WITH_REPLACED_MODULES, isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'in a browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...JOURNEYS, ...ONLY_WITH_ALL],
          globalSetup: BROWSER,
        },
      },
      {
        extends: true,
        test: {
          name: 'on Postgres',
          include: [...ON_EACH_LOG, ...JOURNEYS],
          exclude: ONLY_WITH_ALL,
          globalSetup: BROWSER,
        },
      },
      {
        extends: true,
        test: {
          name: 'on EventStoreDB',
          // One journey through every command shows that a browser is served the same; the rest is the log's business.
          include: [...(ALL_TESTS ? ON_EACH_LOG : SMOKE_ON_EVENTSTOREDB), 'tests/e2e/journey.test.ts'],
          exclude: [...BESIDE_THE_LOG, ...ONLY_WITH_ALL],
          provide: { eventLog: 'EventStoreDB' },
          globalSetup: BROWSER,
        },
      },
    ],
  },
});
