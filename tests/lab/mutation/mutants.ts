import { parseAst } from 'vite';

/** One small change of a source text. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** What was there and what is there now, in one line. */
  readonly change: string;
  /** The line on which the change begins, as it was. */
  readonly source: string;
  /** The whole file after the change. */
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** In SQL, which the parser sees as text. */
const SQL_SWAPS: readonly (readonly [RegExp, string])[] = [
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ = -1 /g, ' = -2 '],
  [/ = /g, ' <> '],
  [/ \+ 1\b/g, ' + 2'],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/\bnot exists\b/g, 'exists'],
  [/\bmin\(/g, 'max('],
  [/ desc\b/g, ''],
];
const LOOKS_LIKE_SQL = /\b(select|insert|update|delete)\b/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Types are erased, so a change in them changes nothing. */
const isTypeOnly = ({ type }: Node) => type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type);

function editsOf(node: Node, source: string): readonly Edit[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const { start, end } = node;
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node;
      return [{ start: test.start, end: test.end, by: `!(${textOf(test)})` }];
    }
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [node.left as Node, node.right as Node];
      const by = SWAPPED[node.operator as string];
      return by ? [{ start, end, by: `(${textOf(left)}) ${by} (${textOf(right)})` }] : [];
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [{ start, end, by: textOf(node.argument as Node) }] : [];
    case 'ExpressionStatement':
      // As in `event satisfies never`, which the type checker alone looks at.
      return (node.expression as Node).type.startsWith('TS') ? [] : [{ start, end, by: ';' }];
    case 'ThrowStatement':
      return [{ start, end, by: ';' }];
    case 'ReturnStatement':
      // To most callers nothing and null are the same, so that such a change would show nothing.
      if (node.argument && textOf(node.argument as Node) === 'null')
        return [{ start, end, by: 'return {} as never;' }];
      return node.argument && textOf(node.argument as Node) !== 'undefined'
        ? [{ start, end, by: 'return undefined as never;' }]
        : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return [{ start, end, by: String(!node.value) }];
      return typeof node.value === 'number' ? [{ start, end, by: String(node.value + 1) }] : [];
    case 'ArrayExpression':
      return (node.elements as unknown[]).length > 0 ? [{ start, end, by: '[]' }] : [];
    case 'TemplateElement': {
      const text = textOf(node);
      if (!LOOKS_LIKE_SQL.test(text)) return [];
      return SQL_SWAPS.flatMap(([pattern, by]) =>
        [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
          start: start + index,
          end: start + index + found.length,
          by,
        })),
      );
    }
    default:
      return [];
  }
}

function* walk(node: Node): Generator<Node> {
  if (isTypeOnly(node) || node.type === 'ImportDeclaration') return;
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60);

/** Every mutant of a source file, in the order of its lines. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const lines = source.split('\n');
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node;
  return [...walk(program)].flatMap((node) =>
    editsOf(node, source).map(({ start, end, by }) => {
      const line = source.slice(0, start).split('\n').length;
      return {
        file,
        line,
        change: `${oneLine(source.slice(start, end))} → ${oneLine(by)}`,
        source: lines[line - 1]?.trim() ?? '',
        text: source.slice(0, start) + by + source.slice(end),
      };
    }),
  );
}
