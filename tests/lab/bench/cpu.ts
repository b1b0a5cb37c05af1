import { readdirSync, readFileSync } from 'node:fs';

/** Length of a tick in `/proc/<pid>/stat`, which Linux keeps at a hundredth of a second for programs. */
const TICK_SECONDS = 0.01;

interface ProcessTimes {
  readonly parent: number;
  /** Seconds of its own, in the program and in the kernel. */
  readonly own: number;
  /** Seconds of children that have ended. */
  readonly ended: number;
}

function timesOf(pid: number | string): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index]) * TICK_SECONDS;
    return { parent: Number(fields[1]), own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    return undefined;
  }
}

/** Processor time in seconds that a process has used, all its threads together; NaN where there is no `/proc`. */
export const cpuOf = (pid: number): number => timesOf(pid)?.own ?? Number.NaN;

/** The same of a process and its children, those that have ended included: a Postgres server and its sessions. */
export function cpuOfFamily(pid: number): number {
  const parent = timesOf(pid);
  if (!parent) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), parent.own + parent.ended);
}
