import { config } from 'zod/v4';

// Replaces `zod` in the browser (see vite.config.ts). Without this setting, made before the first schema, zod tries
// `new Function`, which the content security policy blocks and reports.
config({ jitless: true });

export * from 'zod/v4';
