import { access, readFile } from 'node:fs/promises';
import { withProgress } from './progress.mjs';
import { CommandFailed, runQuietly } from './run-quietly.mjs';

/** Installs exactly what the lock file names, unless that is what is there. */
export async function installPackages() {
  if (await isInstalled()) return;
  const { npm_execpath: npm, npm_node_execpath: npmNode } = process.env;
  // The pinned Node can't run this, since it is in the folder that the install empties first.
  const command = npm && npmNode ? [npmNode, npm] : ['npm'];
  // Development packages too, whatever NODE_ENV says: they build the site and bring the Node it runs on.
  const flags = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  try {
    await withProgress('Installing packages', () =>
      runQuietly(command[0] ?? 'npm', [...command.slice(1), ...flags]),
    );
  } catch (error) {
    const output = error instanceof CommandFailed ? error.output : '';
    const reason = /npm (?:error|ERR!) (?!code |errno |syscall )(.+)/.exec(output)?.[1];
    throw new Error(`Packages could not be installed: ${reason ?? error} (run "npm ci" to see all of it)`);
  }
}

/** npm leaves a list of what it installed, written last; optional packages for other machines are not in it. */
async function isInstalled() {
  try {
    const [locked, installed] = await Promise.all(
      ['package-lock.json', 'node_modules/.package-lock.json'].map(packagesIn),
    );
    await access('node_modules/.bin/node');
    const has = installed ?? {};
    return Object.entries(locked ?? {}).every(
      ([path, { version, integrity, optional }]) =>
        path === '' ||
        (has[path] === undefined
          ? optional === true
          : has[path].version === version && (!integrity || has[path].integrity === integrity)),
    );
  } catch {
    return false;
  }
}

/**
 * @param {string} lockFile
 * @returns {Promise<Record<string, { version?: string, integrity?: string, optional?: boolean }>>}
 */
async function packagesIn(lockFile) {
  return JSON.parse(await readFile(lockFile, 'utf8')).packages;
}
