import { parseArgs } from 'node:util';
import { type Config, configFromEnvironment, loadConfig } from '../src/adapters/config.ts';
import { assertSameLog } from '../src/adapters/event-log/log-identity.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { migrateLog } from '../src/backup/migrate-log.ts';
import { numberText } from '../src/backup/progress.ts';
import { runCommand, withStores } from './command.ts';

/** `npm run migrate-log -- --to esdb://…`: the log moves to another store. The service must be stopped. */

const USAGE = `Usage: npm run migrate-log -- --to esdb://host:2113?tls=false   from Postgres to EventStoreDB
       npm run migrate-log -- --to postgres://…                from EventStoreDB to the Postgres of the settings
The settings name the log as it is now. "postgres:" alone stands for the database of the settings.`;

/** The setting EVENTSTORE_URL once the log has moved; undefined for Postgres. */
function targetOf({ databaseUrl, eventstoreUrl }: Config): string | undefined {
  let to: string | undefined;
  try {
    to = parseArgs({ options: { to: { type: 'string' } } }).values.to;
  } catch {}
  if (to === undefined) throw new Error(USAGE);
  if (/^postgres(ql)?:/.test(to)) {
    if (eventstoreUrl === undefined) throw new Error('The log is in Postgres already.');
    if (!/^postgres(ql)?:\/*$/.test(to) && to !== databaseUrl)
      throw new Error(
        'The log can only move into the Postgres that DATABASE_URL names, where everything else is.',
      );
    return undefined;
  }
  if (eventstoreUrl !== undefined) throw new Error('The log is in EventStoreDB already.');
  return loadConfig({ EVENTSTORE_URL: to }).eventstoreUrl;
}

async function main(): Promise<void> {
  const config = configFromEnvironment();
  const eventstoreUrl = targetOf(config);
  const options = { pool: { name: 'migrate-log', statementTimeoutMs: 0 } };
  await withStores(config, options, async ({ url, pool, openLog }) => {
    const from = await openLog();
    await migrate(url, SERVICE_MIGRATIONS);
    await assertSameLog({ pool, log: from });
    const to = await openLog({ eventstoreUrl });
    const { events, hash } = await migrateLog({ pool, from, to, report: console.log });
    console.log(`Both logs have the same ${numberText(events)} events (SHA-256 ${hash}).`);
    console.log(
      eventstoreUrl === undefined
        ? 'Take EVENTSTORE_URL out of the settings of every process, then start the service.'
        : 'Set EVENTSTORE_URL to the new address in the settings of every process, then start the service.',
    );
    console.log('The former log is left as it is. Remove it once "npm run verify" is content.');
  });
}

await runCommand(main);
