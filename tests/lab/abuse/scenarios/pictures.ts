import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { authClient } from '../../../support/accounts/auth-client.ts';
import { bomb, endless, movingWebp, pictureOf, polyglot, textBomb } from '../../../support/pictures/files.ts';
import type { Counts, Scenario, Target } from '../scenario.ts';

/** Pictures that are made to do harm, from somebody who may upload. */

const ADMIN = { email: 'owner@salon.example', password: 'four-quiet-brushes-42' };
const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
const PATH = '/api/admin/pictures?use=share';

const REFUSED = 'pictures refused';
const MADE = 'pictures made';
const PEAK = 'MB that making one took';
/** A process that makes a picture may take so much in all. */
const MOST_MB = 200;

/** Passed on between processes as JSON. */
interface Prepared {
  /** An access token of the administrator. */
  readonly token: string;
  /** Files to send: the media type, and the content in base 64. */
  readonly files: readonly (readonly [type: string, content: string])[];
}

async function prepare(url: string): Promise<Prepared> {
  const { data, error } = await authClient({ url }).signInWithPassword(ADMIN);
  if (error) throw error;
  const files: readonly [string, Buffer][] = [
    ['image/png', bomb(30_000, 30_000)],
    ['image/jpeg', await endless()],
    ['image/png', await textBomb()],
    ['image/webp', await movingWebp()],
    ['image/jpeg', await polyglot()],
    ['image/webp', await pictureOf({ width: 3_000, height: 2_000, format: 'webp' })],
    ['image/jpeg', (await pictureOf({ width: 3_000, height: 2_000 })).subarray(0, 50_000)],
  ];
  return {
    token: data.session.access_token,
    files: files.map(([type, content]) => [type, content.toString('base64')]),
  };
}

/** The most memory that any process that makes pictures has had so far; 0 where the system doesn't tell. */
async function peakOfMakers(): Promise<number> {
  let peak = 0;
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('picture-maker/process.ts')) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
  }
  return peak;
}

async function sendHarm({ host, port, prepared, over }: Target): Promise<Counts> {
  const { token, files } = prepared as Prepared;
  const counts = { [REFUSED]: 0, [MADE]: 0, [PEAK]: 0 };
  const send = async (turn: number) => {
    const [type, content] = files[turn % files.length] ?? ['', ''];
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
    const body = Buffer.from(content, 'base64');
    const url = `http://${host}:${port}${PATH}`;
    const { status } = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      signal: over,
    });
    counts[status === 201 ? MADE : REFUSED] += 1;
  };
  let turn = 0;
  const untilOver = async (work: () => Promise<unknown>) => {
    while (!over.aborted) await work().catch(() => {});
  };
  await Promise.all([
    ...Array.from({ length: 4 }, () => untilOver(() => send(turn++))),
    untilOver(async () => {
      counts[PEAK] = Math.max(counts[PEAK], await peakOfMakers());
      await sleep(20);
    }),
  ]);
  return counts;
}

export const scenarios: readonly Scenario[] = [
  {
    title: 'pictures that are made to do harm, four at a time, from an administrator',
    seconds: 30,
    settings,
    prepare,
    attack: sendHarm,
    promised: {
      text: `harmful pictures are refused, and making one takes at most ${MOST_MB} MB`,
      isKept: (counts) => (counts[REFUSED] ?? 0) > 0 && (counts[PEAK] ?? 0) <= MOST_MB,
    },
  },
];
