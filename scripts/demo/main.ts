import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../../src/adapters/config.ts';
import { describeError } from '../../src/adapters/logger.ts';
import { loadSalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { tryPort } from '../../src/http/server/listener.ts';
import { runService } from '../../src/main.ts';
import { salonDate } from '../../src/salon/salon-time.ts';
import { type DemoCard, makeAnew, readCard } from './folder.ts';
import { progressBar } from './progress-bar.ts';
import { simulateSalon } from './simulation.ts';

/**
 * `npm run demo [-- --days 730] [--keep] [--only-make]`: a salon with two years of life behind it, in a data folder of its
 * own. It is made anew on another day, since its calendar would end in the past; `--keep` opens it as it is.
 */

const TWO_YEARS = 730;
/** All others would lead the demo to a real salon's data, mailboxes or accounts. */
const SETTINGS = ['PORT', 'HOST', 'PUBLIC_URL', 'LOG_LEVEL', 'SALON_PROFILE', 'TRUST_PROXY'];

function demoConfig(): Config {
  const given = Object.fromEntries(SETTINGS.map((name) => [name, process.env[name]]));
  const DATA_DIR = join(process.env.DATA_DIR || '.data', 'demo');
  return loadConfig({ ...given, DATA_DIR, BOOKING_LIMIT_PER_HOUR: '0' });
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: String(TWO_YEARS) },
      keep: { type: 'boolean', default: false },
      'only-make': { type: 'boolean', default: false },
    },
  });
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || days > 2 * TWO_YEARS) {
    throw new StartupError(`--days must be a whole number from 1 to ${2 * TWO_YEARS}.`);
  }
  return { days, keep: values.keep, onlyMake: values['only-make'] };
}

async function make(config: Config, days: number): Promise<DemoCard> {
  const began = performance.now();
  const { time_zone: timeZone } = await loadSalonProfile(config.salonProfile);
  const now = new Date();
  console.log(`Making a salon with ${days} days of life in ${config.dataDir}…`);
  const card = await makeAnew(config.dataDir, async (dataDir) => {
    const onProgress = progressBar();
    const wanted = { folder: config.dataDir, days, now, onProgress };
    const signIns = await simulateSalon({ ...config, dataDir }, wanted);
    return { today: salonDate(now, timeZone), signIns };
  });
  console.log(`Made in ${((performance.now() - began) / 1_000).toFixed(0)} s.`);
  return card;
}

function* welcome(url: string, { signIns }: DemoCard): Generator<string> {
  yield `The website:    ${url}`;
  yield `The admin area: ${url}/admin`;
  for (const { email, password } of signIns)
    yield `  sign in as ${email.padEnd(20)} with the password ${password}`;
  yield 'Nothing is sent: mails and texts become files in its folder.';
}

async function main(): Promise<void> {
  const { days, keep, onlyMake } = readArguments();
  const config = demoConfig();
  const { time_zone: timeZone } = await loadSalonProfile(config.salonProfile);
  if (!onlyMake) await tryPort(config);
  const there = await readCard(config.dataDir);
  const isOld = there !== undefined && there.today !== salonDate(new Date(), timeZone);
  if (there && isOld && !keep)
    console.log(`The demo is of ${there.today}: it is made anew (--keep opens it as it is).`);
  const card = there && (keep || !isOld) ? there : await make(config, days);
  if (onlyMake) return;
  const url = await runService(config);
  if (url !== undefined) for (const line of welcome(url, card)) console.log(line);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : describeError(error));
  process.exit(1);
});
