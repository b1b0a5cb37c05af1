import { z } from 'zod';
import { defineOperation } from '../../../src/contracts/operation.ts';

/** A query and a command of staff that no contract has. API keys may open the command. */
export const listSecrets = defineOperation({
  method: 'get',
  path: '/api/secrets',
  summary: 'Made up for these tests',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: z.object({ secrets: z.array(z.string()) }) },
  deadlineMs: 50,
});

export const renameSecret = defineOperation({
  method: 'patch',
  path: '/api/secrets/{id}',
  summary: 'Made up for these tests',
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  answer: { status: 204 },
  command: 'rename-secret',
});
