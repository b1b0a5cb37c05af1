// Slow because it starts services as processes and kills them while they send.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, it, type TestContext } from 'vitest';
import { accountMails } from '../../support/accounts/account-mails.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { startMailServer } from '../../support/messages/mail-server.ts';
import { createTestDatabase } from '../../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

/** The worker in the real service, as a process that can be killed. */

/** Services on a database and in a folder of one test. They wait for most of their time, so the tests run side by side. */
async function given({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'salon-mail-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    database,
    dataDir,
    async started(settings: Readonly<Record<string, string>>) {
      const server = await startServerProcess({
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        SECRET_KEY: TEST_SECRET_KEY,
        PUBLIC_URL: 'https://salon.example',
        ...settings,
      });
      onTestFinished(() => server.kill());
      return server;
    },
    async asking() {
      const mails = await accountMails(database.pool, () => new Date());
      onTestFinished(mails.stop);
      return mails;
    },
    files: () => readdir(join(dataDir, 'mail')).catch((): string[] => []),
  };
}

describe.concurrent('a service that is killed while it sends', () => {
  it.for(['all', 'projector'])(
    'sends the mail again as ROLE=%s, under the same id',
    async (ROLE, { expect, onTestFinished }) => {
      const { database, started, asking } = await given({ onTestFinished });
      const mailServer = await startMailServer();
      onTestFinished(mailServer.stop);
      mailServer.mood = 'hangs';
      const settings = { ROLE, SMTP_URL: mailServer.url };
      const server = await started(settings);
      await (await asking()).ask({ kind: 'recovery', to: 'ada@example.com' });
      await eventually(() => expect(mailServer.got).toHaveLength(1));
      await server.kill();
      mailServer.mood = 'takes';
      await started(settings);
      // The killed process has to be silent for a while, and it takes a round of supervision until that is seen.
      await eventually(() => expect(mailServer.got.length).toBe(2), { timeout: 180_000 });
      const [first, second] = mailServer.got;
      expect(first?.messageId).toMatch(/^<[\w-]{36}@salon\.example>$/);
      expect(second?.messageId).toBe(first?.messageId);
      await eventually(async () => {
        const { rows } = await database.pool.query(
          "select state from pgboss.job where name = 'account-mails'",
        );
        expect(rows).toEqual([{ state: 'completed' }]);
      });
    },
  );
});

describe.concurrent('without a mail server', () => {
  it('a mail is a file in the data folder, and its link is printed at the console', async ({
    expect,
    onTestFinished,
  }) => {
    const { dataDir, started, asking, files } = await given({ onTestFinished });
    const server = await started({});
    const mails = await asking();
    const token = await mails.ask({ kind: 'recovery', to: 'ada@example.com' });
    const link = `https://salon.example/auth#type=recovery&token_hash=${token}`;
    await eventually(() => expect(server.output()).toContain(link));
    const [file = '', ...more] = await files();
    expect(more).toEqual([]);
    const mail = await PostalMime.parse(await readFile(join(dataDir, 'mail', file)));
    expect(mail.text).toContain(link);
  });

  it('no link is printed in production', async ({ expect, onTestFinished }) => {
    const { started, asking, files } = await given({ onTestFinished });
    const server = await started({ NODE_ENV: 'production' });
    const mails = await asking();
    const token = await mails.ask({ kind: 'recovery', to: 'ada@example.com' });
    await eventually(async () => expect(await files()).toHaveLength(1));
    await server.stop();
    expect(server.output()).not.toContain(token);
  });
});
