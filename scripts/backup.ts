import { assertSameLog } from '../src/adapters/event-log/log-identity.ts';
import { assertMigrated, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { backUp } from '../src/backup/back-up.ts';
import { mostMemory, numberText } from '../src/backup/progress.ts';
import { type Call, giveWay, runCommand, withStores } from './command.ts';

/** `npm run backup -- <folder>`: everything that can't be made again, beside a running service or alone. */

async function main(call: Call): Promise<void> {
  const { config, args, now, tell } = call;
  const [folder, ...more] = args;
  if (folder === undefined || more.length > 0) throw new Error('Usage: npm run backup -- <new folder>');
  const secretKey = await secretKeyOf(config);
  const options = { pool: { name: 'backup start', max: 1 }, attach: true };
  await withStores(config, options, async ({ url, pool, openLog }) => {
    await assertMigrated(pool, SERVICE_MIGRATIONS);
    const log = await openLog();
    await assertSameLog({ pool, log });
    giveWay(call);
    const began = performance.now();
    const report = tell ? (line: string) => tell({ progress: line }) : console.log;
    const { files, takenAt } = await backUp({ log, databaseUrl: url, secretKey, now, report }, folder);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    report(
      `Backed up as of ${takenAt}: ${numberText(files.log.lines)} events, ${numberText(files.state.lines + files.keys.lines)} rows, in ${seconds} s; most memory ${mostMemory()}.`,
    );
    if (tell) tell({ result: { takenAt } });
    else
      console.log(
        `It is in ${folder}. Keep SECRET_KEY elsewhere: without it nothing of this can be restored.`,
      );
  });
}

await runCommand(main);
