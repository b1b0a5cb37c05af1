import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { withProgress } from './progress.mjs';
import { CommandFailed, runQuietly } from './run-quietly.mjs';

/** The same browser without windows, which opens a page in a fifth of the time. */
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const CACHE = join('node_modules', '.cache', 'salon-booking');
/** Folder for a browser of our own, on a machine whose packages aren't ours to install. */
const OWN = resolve(CACHE, 'browsers');

/** Finds a Chromium for the browser tests, or installs one where that is ours to do, and notes where it is. */
export async function provideBrowser() {
  const windowed = find(WITH_WINDOWS) ?? MAC.find((candidate) => existsSync(candidate));
  let path = chosenBrowser() ?? find(HEADLESS) ?? (await ownBrowser());
  if (path === undefined && (await isDebian()) && process.getuid?.() === 0) {
    try {
      await installBrowser();
    } catch (error) {
      if (windowed === undefined) throw error;
    }
    path = find(HEADLESS);
  }
  path ??= windowed ?? (await fetchBrowser());
  await mkdir(CACHE, { recursive: true });
  await writeFile(join(CACHE, 'chromium-path'), path);
}

function chosenBrowser() {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (!chosen) return undefined;
  if (existsSync(chosen)) return chosen;
  throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
}

/** @param {readonly string[]} names */
function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((candidate) => existsSync(candidate));
}

async function isDebian() {
  return /^ID(?:_LIKE)?=.*debian/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
}

/** One that was fetched before. */
async function ownBrowser() {
  const files = await readdir(OWN, { recursive: true }).catch(() => []);
  const name = files.find((file) => /[\\/](?:chrome-headless-shell|headless_shell)(?:\.exe)?$/.test(file));
  return name && join(OWN, name);
}

/** Fetches the browser that belongs to our version of Playwright, for this clone alone. */
async function fetchBrowser() {
  const cli = join('node_modules', 'playwright-core', 'cli.js');
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: OWN };
  let reason = 'it is not where it was put';
  try {
    await withProgress('Fetching a browser for the browser tests', () =>
      runQuietly(process.execPath, [cli, 'install', 'chromium-headless-shell'], { env }),
    );
  } catch (error) {
    reason = (error instanceof CommandFailed && /^Error: (.+)/m.exec(error.output)?.[1]) || String(error);
  }
  const path = await ownBrowser();
  if (path !== undefined) return path;
  throw new Error(
    `The browser tests need Chromium, and none could be fetched: ${reason}. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.`,
  );
}

async function installBrowser() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await withProgress('Installing Chromium for the browser tests', async () => {
      await runQuietly('apt-get', ['update', '-qq'], { env });
      const [name = ''] = HEADLESS;
      await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    });
  } catch (error) {
    const reason = error instanceof CommandFailed ? /^E: (.+)/m.exec(error.output)?.[1] : undefined;
    throw new Error(`Chromium could not be installed: ${reason ?? error}. Install it, or set CHROMIUM_PATH.`);
  }
}
