import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { createTeam } from '../projections/team/queries.ts';
import { configFromEnvironment } from '../src/adapters/config.ts';
import { openJobs } from '../src/adapters/jobs/jobs.ts';
import { createLogger } from '../src/adapters/logger.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { ROLE_WORDS } from '../src/contracts/accounts/roles.ts';
import { UuidField } from '../src/contracts/fields.ts';
import {
  ACCOUNT_MAILS,
  type AccountMail,
  createSendAccountMail,
} from '../src/features/accounts/mails/mails.ts';
import { createOneTimeTokens } from '../src/features/accounts/mails/one-time-tokens.ts';
import { type AdminCommands, createAdminCommands } from '../src/features/accounts/users/admin-commands.ts';
import {
  type EndedAccess,
  OWNER,
  type StaffMember,
  type StaffRole,
} from '../src/features/accounts/users/staff.ts';
import { FIRST_STYLIST } from '../src/salon/team.ts';
import { runCommand, withStores } from './command.ts';

/** `npm run admin` lists the people who work in the salon and changes their roles, beside a running service or without one. */

const USAGE = `Usage: npm run admin -- list
       npm run admin -- grant <email>            lets a confirmed account administer the salon, as an owner
       npm run admin -- grant <email> desk       lets it do the work of the day at the front desk
       npm run admin -- grant <email> stylist --stylist <id>
                                                 lets it see and complete the appointments of one stylist; the id is
                                                 "first", or as GET /api/admin/stylists says
       npm run admin -- revoke <email> [--force] takes that away again
       npm run admin -- reset-password <email>   prints a link to choose a new password
       npm run admin -- reset-factors <email>    takes all second factors and sessions away`;

const day = (date: Date) => date.toISOString().slice(0, 10);

const roleWords = ({ role, stylistId }: StaffRole) =>
  stylistId === null ? ROLE_WORDS[role] : `${ROLE_WORDS[role]} ${stylistId}`;

function line({ email, grantedAt, lastSignInAt, canSignIn, factors, ...role }: StaffMember): string {
  const seen = lastSignInAt ? `last sign-in ${day(lastSignInAt)}` : 'has never signed in';
  const state = canSignIn ? `second factors: ${factors}` : 'has not chosen a password';
  return `${email.padEnd(32)} ${roleWords(role)} since ${day(grantedAt)}, ${seen}, ${state}`;
}

const endedLines = ({ apiKeys, webhooks, calendarAddress }: EndedAccess): readonly string[] => [
  `API keys that have ended: ${apiKeys}. Private calendar address: ${calendarAddress ? 'ended' : 'there was none'}.`,
  webhooks === 0
    ? 'Webhooks that are paused now: 0.'
    : `Webhooks that are paused now: ${webhooks}. Another administrator can look at them and resume them under Settings, Connections.`,
];

/** @throws Error that lists the stylists, if the role names nobody of them, or somebody whose name was erased */
async function checkStylist(pool: Pool, { stylistId }: StaffRole): Promise<void> {
  if (stylistId === null) return;
  const all = await createTeam({ pool, salonName: () => 'the first stylist' }).all();
  const present = all.filter(({ isErased }) => !isErased);
  if (present.some(({ id }) => id === stylistId)) return;
  const lines = present.map(({ id, name }) => `  ${id.padEnd(36)}  ${name}`);
  throw new Error(
    [`No stylist has the id ${stylistId}, or their name was erased. These can be named:`, ...lines].join(
      '\n',
    ),
  );
}

/** The lines that a command prints. */
async function run(commands: AdminCommands, pool: Pool, { command, email, role, force }: Given) {
  switch (command) {
    case 'list': {
      const staff = await commands.list();
      const noOwner = staff.some((one) => one.role === 'owner')
        ? []
        : ['There is no admin: the next start prints a link.'];
      return [...staff.map(line), ...noOwner];
    }
    case 'grant': {
      await checkStylist(pool, role);
      const does =
        role.role === 'owner' ? 'administers the salon' : `works in the salon as ${roleWords(role)}`;
      const ended = await commands.grant(email, role, force);
      if (!ended) return [`${email} ${does} already.`];
      return [
        `${email} ${does}, within seconds. Is their password too weak for that, they choose a new one first.`,
        ...(ended.apiKeys + ended.webhooks > 0 || ended.calendarAddress ? endedLines(ended) : []),
      ];
    }
    case 'revoke': {
      const ended = await commands.revoke(email, force);
      if (!ended) return [`${email} has no role in the salon.`];
      return [`${email} has no role in the salon any more, within seconds.`, ...endedLines(ended)];
    }
    case 'reset-password':
      return [
        'Within 30 minutes, and once, a new password can be chosen at',
        `  ${await commands.resetPassword(email)}`,
        'Until then the old one counts.',
      ];
    case 'reset-factors':
      await commands.resetFactors(email);
      return [`${email} has no second factor and no session any more.`];
    default:
      return undefined;
  }
}

interface Given {
  readonly command: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly force: boolean;
}

/** The role that the words after the address name; undefined if they name none. */
function namedRole(words: readonly string[], stylist: string | undefined): StaffRole | undefined {
  const [word = 'owner'] = words;
  if (words.length > 1 || (word === 'stylist') !== (stylist !== undefined)) return undefined;
  if (stylist !== undefined)
    return stylist === FIRST_STYLIST.id || UuidField.safeParse(stylist).success
      ? { role: 'stylist', stylistId: stylist }
      : undefined;
  if (word === 'desk') return { role: 'front_desk', stylistId: null };
  return word === 'owner' ? OWNER : undefined;
}

function readArguments(): Given | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: { force: { type: 'boolean', default: false }, stylist: { type: 'string' } },
      allowPositionals: true,
    });
    const [command = '', email = '', ...more] = positionals;
    const role = namedRole(more, values.stylist);
    const isAlone = more.length === 0 && values.stylist === undefined;
    const isComplete =
      command === 'list' ? email === '' && isAlone : email.includes('@') && (command === 'grant' || isAlone);
    return isComplete && role ? { command, email, role, force: values.force } : undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<void> {
  const given = readArguments();
  if (!given) throw new Error(USAGE);
  const config = configFromEnvironment();
  const secretKey = await secretKeyOf(config);
  await withStores(config, { pool: { name: 'admin', max: 2 }, attach: true }, async ({ url, pool }) => {
    await migrate(url, SERVICE_MIGRATIONS);
    const jobs = await openJobs<AccountMail>({
      pool,
      queue: ACCOUNT_MAILS,
      logger: createLogger(config.logLevel),
    });
    try {
      const now = () => new Date();
      const commands = createAdminCommands({
        pool,
        linkTokens: createOneTimeTokens(secretKey, now),
        sendMail: createSendAccountMail(jobs),
        publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
        now,
      });
      const lines = await run(commands, pool, given);
      if (!lines) throw new Error(USAGE);
      for (const text of lines) console.log(text);
    } finally {
      await jobs.stop();
    }
  });
}

await runCommand(main);
