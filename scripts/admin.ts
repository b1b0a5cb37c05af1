import { parseArgs } from 'node:util';
import { configFromEnvironment } from '../src/adapters/config.ts';
import { openJobs } from '../src/adapters/jobs/jobs.ts';
import { createLogger } from '../src/adapters/logger.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import {
  ACCOUNT_MAILS,
  type AccountMail,
  createSendAccountMail,
} from '../src/features/accounts/mails/mails.ts';
import { createOneTimeTokens } from '../src/features/accounts/mails/one-time-tokens.ts';
import { type AdminCommands, createAdminCommands } from '../src/features/accounts/users/admin-commands.ts';
import type { Admin, EndedAccess } from '../src/features/accounts/users/admins.ts';
import { runCommand, withStores } from './command.ts';

/** `npm run admin` lists and changes the administrators, beside a running service or without one. */

const USAGE = `Usage: npm run admin -- list
       npm run admin -- grant <email>            lets a confirmed account administer the salon
       npm run admin -- revoke <email> [--force] takes that away again
       npm run admin -- reset-password <email>   prints a link to choose a new password
       npm run admin -- reset-factors <email>    takes all second factors and sessions away`;

const day = (date: Date) => date.toISOString().slice(0, 10);

function line({ email, grantedAt, lastSignInAt, canSignIn, factors }: Admin): string {
  const seen = lastSignInAt ? `last sign-in ${day(lastSignInAt)}` : 'has never signed in';
  const state = canSignIn ? `second factors: ${factors}` : 'has not chosen a password';
  return `${email.padEnd(32)} since ${day(grantedAt)}, ${seen}, ${state}`;
}

const endedLines = ({ apiKeys, webhooks, calendarAddress }: EndedAccess): readonly string[] => [
  `API keys that have ended: ${apiKeys}. Private calendar address: ${calendarAddress ? 'ended' : 'there was none'}.`,
  webhooks === 0
    ? 'Webhooks that are paused now: 0.'
    : `Webhooks that are paused now: ${webhooks}. Another administrator can look at them and resume them under Settings, Connections.`,
];

/** The lines that a command prints. */
async function run(commands: AdminCommands, command: string, email: string, force: boolean) {
  switch (command) {
    case 'list': {
      const admins = await commands.list();
      return admins.length > 0 ? admins.map(line) : ['There is no admin: the next start prints a link.'];
    }
    case 'grant':
      return [
        (await commands.grant(email))
          ? `${email} administers the salon, within seconds. Is their password too weak for that, they choose a new one first.`
          : `${email} administers the salon already.`,
      ];
    case 'revoke': {
      const ended = await commands.revoke(email, force);
      if (!ended) return [`${email} doesn't administer the salon.`];
      return [`${email} doesn't administer the salon any more, within seconds.`, ...endedLines(ended)];
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

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { force: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [command = '', email = '', ...more] = positionals;
    const isComplete = command === 'list' ? email === '' : email.includes('@') && more.length === 0;
    return isComplete ? { command, email, force: values.force } : undefined;
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
      const lines = await run(commands, given.command, given.email, given.force);
      if (!lines) throw new Error(USAGE);
      for (const text of lines) console.log(text);
    } finally {
      await jobs.stop();
    }
  });
}

await runCommand(main);
