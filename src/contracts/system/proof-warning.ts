import { z } from 'zod';
import { defineOperation } from '../operation.ts';

/** All that every page of the admin area needs of the proof, so that none of them loads its figures. */
export const getProofWarning = defineOperation({
  method: 'get',
  path: '/api/admin/proof/warning',
  summary: 'Whether the last proof found something wrong',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: z.object({ failed: z.boolean() }) },
});
