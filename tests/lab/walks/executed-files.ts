import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../../..');
const PRODUCT = ['src/', 'projections/'].map((folder) => pathToFileURL(join(ROOT, folder)).href);
const LOOK_EVERY_MS = 20;

/** One file of `NODE_V8_COVERAGE`, as far as it is read here. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** Tells which files of the product a process has run. @param folder where the process writes its coverage */
export function executedFiles(pid: number, folder: string) {
  /** The files since the last call, relative to the project. */
  async function sinceLast(): Promise<ReadonlySet<string>> {
    await mkdir(folder, { recursive: true });
    process.kill(pid, 'SIGUSR2');
    for (;;) {
      const name = (await readdir(folder)).find((file) => file.startsWith(`coverage-${pid}-`));
      const text = name === undefined ? '' : await readFile(join(folder, name), 'utf8');
      // It is there before it is complete.
      if (name === undefined || !text.endsWith('}')) {
        await sleep(LOOK_EVERY_MS);
        continue;
      }
      await rm(join(folder, name));
      const { result } = JSON.parse(text) as Coverage;
      return new Set(
        result
          .filter(
            ({ url, functions }) =>
              PRODUCT.some((prefix) => url.startsWith(prefix)) &&
              functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0),
          )
          .map(({ url }) => url.slice(pathToFileURL(`${ROOT}/`).href.length)),
      );
    }
  }

  return {
    /** The files that run during the work. */
    async during(work: () => Promise<void>): Promise<ReadonlySet<string>> {
      await sinceLast();
      await work();
      return sinceLast();
    },
  };
}
