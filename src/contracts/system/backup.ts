import { defineOperation } from '../operation.ts';
import { SystemState } from './projections.ts';

export const startBackup = defineOperation({
  method: 'post',
  path: '/api/admin/backup',
  summary: 'Make a backup in the background; while one is under way, that one counts',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: SystemState },
  problems: ['no-backup-folder'],
});
