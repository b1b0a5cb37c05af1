import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from '../machine/bare-environment.ts';
import type { TestSalon } from './server.ts';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');

/** Runs a command as an operator does, beside the running server; what it printed. */
export async function operatorCommand(salon: TestSalon, script: 'replay.ts' | 'verify.ts'): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(SCRIPTS, script)], {
    env: {
      ...bareEnvironment(),
      DATABASE_URL: salon.database.url,
      SECRET_KEY: salon.secretKey,
      ...salon.logUnderTest.settings,
    },
  });
  return stdout;
}
