import { config } from 'zod/v4';

// What browsers get for `zod` (see vite.config.ts). Set before any schema is made: it would otherwise try
// `new Function`, which the content security policy refuses and reports.
config({ jitless: true });

export * from 'zod/v4';
