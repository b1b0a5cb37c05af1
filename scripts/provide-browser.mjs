import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { withProgress } from './progress.mjs';
import { CommandFailed, runQuietly } from './run-quietly.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const CACHE = join('node_modules', '.cache', 'salon-booking');

/** Finds a Chromium for the browser tests, or installs one where that is ours to do, and notes where it is. */
export async function provideBrowser() {
  let path = findBrowser();
  if (path === undefined && (await isDebian()) && process.getuid?.() === 0) {
    await installBrowser();
    path = findBrowser();
  }
  if (path === undefined) {
    throw new Error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    );
  }
  await mkdir(CACHE, { recursive: true });
  await writeFile(join(CACHE, 'chromium-path'), path);
}

function findBrowser() {
  const { CHROMIUM_PATH: chosen, PATH = '' } = process.env;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
  }
  const candidates = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [...candidates, ...MAC].find((candidate) => existsSync(candidate));
}

async function isDebian() {
  return /^ID(?:_LIKE)?=.*debian/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
}

async function installBrowser() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await withProgress('Installing Chromium for the browser tests', async () => {
      await runQuietly('apt-get', ['update', '-qq'], { env });
      await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    });
  } catch (error) {
    const reason = error instanceof CommandFailed ? /^E: (.+)/m.exec(error.output)?.[1] : undefined;
    throw new Error(`Chromium could not be installed: ${reason ?? error}. Install it, or set CHROMIUM_PATH.`);
  }
}
