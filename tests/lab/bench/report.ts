import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { table } from '../../support/server/server-report.ts';
import type { CpuRow } from './http/http.ts';
import type { Row } from './row.ts';

const REPORT = join(import.meta.dirname, 'result.md');

const number = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));

const isAtMost = (unit: string): boolean => unit === 'ms' || unit === 'MB';

/** A time or memory keeps what is required when it is small enough, a rate when it is high enough. */
export const isKept = ({ ratio, required, unit }: Row): boolean =>
  required === null || (isAtMost(unit) ? ratio <= required : ratio >= required);

const HEAD = ['what', 'unit', 'limit', 'ours', 'ratio', 'lowest', 'highest', 'required', 'ok'];

const cellsOf = (row: Row) => [
  row.name,
  row.unit,
  number(row.limit),
  number(row.ours),
  row.ratio.toFixed(2),
  ...row.spread.map((ratio) => ratio.toFixed(2)),
  row.required === null ? '–' : `${isAtMost(row.unit) ? '≤' : '≥'} ${row.required.toFixed(2)}`,
  row.required === null ? '–' : isKept(row) ? 'yes' : 'NO',
];

const CPU_HEAD = ['one request', 'limit, process', 'limit, Postgres', 'ours, process', 'ours, Postgres'];

const cpuCellsOf = ({ name, limit, ours }: CpuRow) => [
  name,
  ...[limit.process, limit.postgres, ours.process, ours.postgres].map((ms) => ms.toFixed(3)),
];

/** For whoever started the bench. */
export function print(rows: readonly Row[], cpu: readonly CpuRow[]): void {
  console.log(`\n${table(HEAD, rows.map(cellsOf))}\n`);
  if (cpu.length > 0) console.log(`${table(CPU_HEAD, cpu.map(cpuCellsOf))}\n`);
}

async function machine(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  await client.end();
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${model}, ${memory} GB, Node ${process.version}, PostgreSQL ${rows[0]?.version}`;
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const markdownTable = (
  head: readonly string[],
  isNumber: (column: number) => boolean,
  rows: readonly (readonly string[])[],
) => [line(head), line(head.map((_, column) => (isNumber(column) ? '--:' : '---'))), ...rows.map(line)];

/** Keeps the run in `result.md`. */
export async function writeReport(
  rows: readonly Row[],
  cpu: readonly CpuRow[],
  databaseUrl: string,
): Promise<void> {
  const text = [
    '# Bench',
    '',
    'The last run of `npm run bench`. Each figure stands beside a limit measured in the same run, in rounds that',
    'take turns: what a machine does with the same work and nothing of ours. The ratio is what counts, the median of',
    "the rounds' own ratios, here with the lowest and the highest of a single round; the figures themselves are as",
    'fast as the machine and whatever else it did. For a time the limit is what is allowed.',
    '',
    'Booking is measured against a bare Express route that makes one query and as many durable writes one after another',
    'as a booking makes; on EventStoreDB against one that makes the same appends through the bare client. Where a row',
    'says "double", the log is the tests\' protocol double: in memory, a process in JavaScript. Such rows show what our',
    'side costs with that log, and nothing of a server. With `EVENTSTORE_URL` set to an empty EventStoreDB they are that',
    "server's. Texts and mails about the bookings are left for after the run, since the limit sends none; what booking is",
    'like while they leave has rows of its own, at 40 bookings a second. Another row books until the last text and mail has left,',
    'with the service and Postgres on one core, against what that has to reach.',
    '',
    'The queries of the admin area stand beside one row over HTTP from the same bare Express route: their 99th percentile',
    'may take five times as long, a week of the calendar at a random moment twelve times. That week and reports that were never',
    'asked for also have a limit in milliseconds. The first paint of each screen stands beside that of an empty salon.',
    '',
    `${new Date().toISOString().slice(0, 10)} · ${await machine(databaseUrl)} · durable defaults, all on one machine`,
    '',
    ...markdownTable(HEAD, (column) => column >= 2 && column <= 6, rows.map(cellsOf)),
    '',
    'Processor time of one request in milliseconds, the median of the same rounds. What runs beside the requests, such',
    'as projecting and finding the customer, is part of ours; sending texts and mails is not, but for the row that says so.',
    '',
    ...markdownTable(CPU_HEAD, (column) => column >= 1, cpu.map(cpuCellsOf)),
    '',
  ].join('\n');
  await writeFile(REPORT, text);
}
