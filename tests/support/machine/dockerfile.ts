import { textOf } from './compose.ts';

/** One line of a Dockerfile, its continuation lines included. */
interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** One stage of a build, from its `FROM` to the next. */
export interface Stage {
  readonly from: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

interface Copy {
  /** Stage that the files come from; undefined: this repository. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

interface Dockerfile {
  /** Build arguments given before the first stage, with their defaults. */
  readonly args: Readonly<Record<string, string>>;
  readonly stages: readonly Stage[];
}

/** Reads the repository's Dockerfile, as far as this one goes: neither escapes nor heredocs. */
export function readDockerfile(): Dockerfile {
  const lines = textOf('Dockerfile')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const args: Record<string, string> = {};
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const stage = stages.at(-1);
    if (name === 'FROM') {
      const [from = '', , as] = rest.split(/\s+/);
      stages.push({ from, name: as, instructions: [] });
    } else if (stage) stage.instructions.push({ name, rest });
    else if (name === 'ARG') {
      const [key = '', value = ''] = rest.split('=');
      args[key] = value;
    }
  }
  return { args, stages };
}

export const copiesOf = ({ instructions }: Stage): Copy[] =>
  instructions
    .filter(({ name }) => name === 'COPY')
    .map(({ rest }) => {
      const words = rest.split(/\s+/);
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
      const paths = words.filter((word) => !word.startsWith('--')).map((path) => path.replace(/^\.\//, ''));
      return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
    });
