import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../../src/adapters/config.ts';
import { describeError } from '../../src/adapters/logger.ts';
import { loadSalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { MANAGERS_OF_THE_LOG } from '../../src/app/worker/process-managers.ts';
import { ROLE_WORDS } from '../../src/contracts/accounts/roles.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { OWNER } from '../../src/features/accounts/users/staff.ts';
import { REGISTRAR } from '../../src/features/customers/events.ts';
import { tryPort } from '../../src/http/server/listener.ts';
import { runService } from '../../src/main.ts';
import { addSalonDays, instantOf, salonDate, salonDays } from '../../src/salon/salon-time.ts';
import { type DemoCard, makeAnew, readCard } from './folder.ts';
import { createDemoMessages } from './messages.ts';
import { dice } from './people.ts';
import { openDemoSalon } from './salon.ts';
import { planTeam } from './team.ts';
import { planUpkeep } from './upkeep.ts';
import { createVisits } from './visits.ts';

/**
 * `npm run demo`: a salon with two years of life behind it, of one stylist or of four, in a data folder of its own. It is made anew on
 * another day, since its calendar would end in the past.
 */

const USAGE = `Usage: npm run demo -- [--days <number>] [--team]
  --days  how long the salon has been there, from 1 to 999 days; 730 if left out
  --team  four stylists instead of one`;

const SEED = 20_25;
const HOUR_MS = 3_600_000;
/** The salon has written to its customers for this long, and has been busy since then. */
const ONLINE_FOR_DAYS = 45;
/** The registrar is at most this many days behind, so that what it writes isn't dated much later. */
const REGISTRAR_BEHIND_DAYS = 2;
const FRONT_DESK = { role: 'front_desk', stylistId: null } as const;
/** All others would lead the demo to a real salon's data, mailboxes or accounts. */
const SETTINGS = ['PORT', 'HOST', 'PUBLIC_URL', 'LOG_LEVEL', 'SALON_PROFILE', 'TRUST_PROXY'];

/** A demo as it was asked for. */
interface Wanted {
  readonly days: number;
  readonly isTeam: boolean;
}

function demoConfig({ isTeam }: Wanted): Config {
  const given = Object.fromEntries(SETTINGS.map((name) => [name, process.env[name]]));
  const DATA_DIR = join(process.env.DATA_DIR || '.data', isTeam ? 'demo-team' : 'demo');
  return loadConfig({ ...given, DATA_DIR, BOOKING_LIMIT_PER_HOUR: '0' });
}

function readWanted(): Wanted {
  try {
    const { days, team: isTeam } = parseArgs({
      options: { days: { type: 'string', default: '730' }, team: { type: 'boolean', default: false } },
    }).values;
    if (/^[1-9]\d{0,2}$/.test(days)) return { days: Number(days), isTeam };
  } catch {}
  throw new StartupError(USAGE);
}

/**
 * Simulates years of a salon in a data folder, by the service's own commands on a clock that runs ahead. Rows written for show would
 * drift away from what the service does, and a dump would be out of date at midnight. HTTP, sign-in and limits are left out.
 *
 * @param folder where the salon will be in the end
 */
async function simulate(config: Config, folder: string, { days, isTeam }: Wanted): Promise<DemoCard> {
  const now = new Date();
  const { time_zone: timeZone } = await loadSalonProfile(config.salonProfile);
  const today = salonDate(now, timeZone);
  const beginning = addSalonDays(today, -days);
  const opening = instantOf(beginning, 480, timeZone) as Date;
  const salon = await openDemoSalon(config, opening, isTeam ? FRONT_DESK : OWNER);
  try {
    const luck = dice(SEED);
    const busySince = addSalonDays(today, -ONLINE_FOR_DAYS);
    const told = await createDemoMessages(salon, folder, salon.at(busySince, 0), luck);
    planUpkeep(salon, beginning, today);
    if (isTeam) planTeam(salon, beginning, today);
    const visits = createVisits(salon, told, luck, { busySince, today, until: now, isTeam });
    for (const hours of [30, 5, 1]) salon.later(new Date(now.getTime() - hours * HOUR_MS), visits.cancelOne);
    salon.later(new Date(now.getTime() - HOUR_MS / 2), visits.ask);
    salon.later(now, visits.walkIns);

    const heads: Position[] = [];
    for (const [index, date] of salonDays(beginning, today).entries()) {
      visits.planDay(date);
      const midnight = salon.at(addSalonDays(date, 1), 0);
      await salon.live(midnight < now ? midnight : now);
      heads.push(await salon.head());
      await salon.followed(heads.at(-REGISTRAR_BEHIND_DAYS) ?? '', [REGISTRAR]);
      if (index % Math.ceil(days / 10) === 0) console.log(`Living ${Math.floor((100 * index) / days)} %`);
    }
    for (let seen = ''; seen !== (await salon.head()); ) {
      seen = await salon.head();
      await salon.followed(seen, MANAGERS_OF_THE_LOG);
    }
    await told.sendOn();
    return { today, signIns: salon.signIns };
  } finally {
    await salon.close();
  }
}

async function main(): Promise<void> {
  const wanted = readWanted();
  const config = demoConfig(wanted);
  const { time_zone: timeZone } = await loadSalonProfile(config.salonProfile);
  await tryPort(config);
  const there = await readCard(config.dataDir);
  const isCurrent = there?.today === salonDate(new Date(), timeZone);
  if (there && !isCurrent) console.log(`The demo is of ${there.today}: it is made anew.`);
  const make = (dataDir: string) => simulate({ ...config, dataDir }, config.dataDir, wanted);
  if (!isCurrent) console.log(`Making a salon with ${wanted.days} days of life in ${config.dataDir}…`);
  const { signIns } = there && isCurrent ? there : await makeAnew(config.dataDir, make);
  const url = await runService(config);
  if (url === undefined) return;
  console.log(`The website:    ${url}\nThe admin area: ${url}/admin`);
  for (const { email, password, role } of signIns) {
    const who = wanted.isTeam ? ` (${ROLE_WORDS[role]})` : '';
    console.log(`  sign in as ${email.padEnd(20)} with the password ${password}${who}`);
  }
  console.log('Nothing is sent: mails and texts become files in its folder.');
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : describeError(error));
  process.exit(1);
});
