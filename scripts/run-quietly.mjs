import { spawn } from 'node:child_process';

/** A command that failed, with what it printed. */
export class CommandFailed extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a command, keeping what it prints to itself unless it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>} what it printed
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new CommandFailed(error.message, output)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new CommandFailed(`${command} ended with ${signal ?? code}`, output));
    });
  });
}
