import { table } from '../../../support/server/server-report.ts';
import type { MessageTrial } from './trial.ts';

const HEAD = [
  'fault',
  'causes',
  'texts taken',
  'delivered',
  'failed',
  'unknown',
  'no receipt',
  'suppressed',
  'sent twice',
  'without an end',
  'all ended after, s',
];

const cellsOf = ({ fault, causes, taken, ends, endedAfterMs }: MessageTrial): string[] => [
  fault.name,
  ...[
    causes,
    taken,
    ends.delivered,
    ends.failed,
    ends.unknown,
    ends.noReceipt,
    ends.suppressed,
    ends.twice,
    ends.without,
    Math.round(endedAfterMs / 1_000),
  ].map(String),
];

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export const messageResults = (trials: readonly MessageTrial[]): string => table(HEAD, trials.map(cellsOf));

export const messageTable = (trials: readonly MessageTrial[]): readonly string[] => [
  line(HEAD),
  line(HEAD.map((_, column) => (column < 1 ? '---' : '--:'))),
  ...trials.map((trial) => line(cellsOf(trial))),
];

export const messageHead = (trials: readonly MessageTrial[]): readonly string[] => [
  '',
  `The last run of \`npm run chaos messages\`. ${trials[0]?.bookings.toLocaleString('en') ?? 'No'} customers book; some move, cancel or text STOP. What asks for a text is a`,
  'cause, and several soon after one another become one text. The provider is a server on loopback that speaks as much of Twilio as we use, refuses what its',
  'published rules refuse, and is never well: of a hundred calls for a text ten are answered 429, six refused for the number, eight 500 and six',
  'reset, with or without having taken the text; seven hang, with or without, and three trickle. One question about texts in ten fails, the list lags three',
  'seconds, and reports come up to four seconds later, in any order, a quarter of them twice and three in a hundred never. The times are',
  "the product's own: two minutes until an attempt without an outcome is looked up.",
  '',
  "The provider's own list of what it took is held against the log. In each line no cause led to two texts, every cause has an end, every failure",
  'names its code, what is said of a text is true, nothing left three seconds after a STOP, and `npm run verify` is clean. An end that is',
  'unknown is one that nobody can know: the provider took the text or not, and said neither.',
];
