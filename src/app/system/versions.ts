import { createRequire } from 'node:module';
import type { Pool } from 'pg';
import type { SystemState } from '../../contracts/system/projections.ts';

const { version: program } = createRequire(import.meta.url)('../../../package.json') as { version: string };

/** The versions of what this process runs on. */
export async function versionsOf(pool: Pool): Promise<SystemState['versions']> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return { program, node: process.versions.node, postgres: rows[0]?.server_version ?? '' };
}
