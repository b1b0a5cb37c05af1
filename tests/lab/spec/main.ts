import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageText, SPEC_ROWS, taggedTests } from './coverage.ts';

/** `npm run lab spec`: writes `result.md`. */

const tests = taggedTests();
writeFileSync(join(import.meta.dirname, 'result.md'), coverageText(tests));
const open = SPEC_ROWS.filter(
  ({ id, reason }) => reason === undefined && !tests.some(({ rows }) => rows.includes(id)),
);
console.log(`${SPEC_ROWS.length} rows, ${tests.length} tagged tests, ${open.length} rows without a test.`);
for (const { id, title } of open) console.log(`  ${id}: ${title}`);
