/** The parts of JSON Schema that our contracts use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** One field, described for people. */
interface SchemaField {
  /** Path from the top, such as `opening_hours[].day_of_week`; empty for a value that has no fields. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  /** A regular expression that the text must match; null if the type implies it. */
  readonly pattern: string | null;
  readonly description: string | null;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = {
  date: 'date, yyyy-MM-dd',
  'date-time': 'instant, ISO 8601',
  uuid: 'UUID',
  uri: 'address',
  email: 'e-mail address',
};

/** False for a bound that says only that a number is a safe integer. */
const isWorthTelling = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function bounds(least: number | undefined, most: number | undefined, unit: string): string {
  const [from, to] = [isWorthTelling(least), isWorthTelling(most)];
  if (from && to) return least === most ? `, ${least}${unit}` : `, ${least} to ${most}${unit}`;
  if (from) return `, at least ${least}${unit}`;
  return to ? `, at most ${most}${unit}` : '';
}

export function typeOf(schema: JsonSchema): string {
  const { anyOf, items, format, type = '' } = schema;
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return `always ${JSON.stringify(schema.const)}`;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items)
    return `list of ${items.properties ? 'objects' : typeOf(items)}${bounds(schema.minItems, schema.maxItems, '')}`;
  const word = (format && FORMATS[format]) ?? TYPES[type] ?? 'anything';
  const above = schema.exclusiveMinimum === undefined ? '' : `, more than ${schema.exclusiveMinimum}`;
  return (
    word +
    bounds(schema.minLength, schema.maxLength, ' characters') +
    bounds(schema.minimum, schema.maximum, '') +
    above
  );
}

/** The object whose fields are listed: the value itself, or what a list or a union contains. */
function insideOf(schema: JsonSchema): { readonly object: JsonSchema; readonly suffix: string } | null {
  if (schema.properties) return { object: schema, suffix: '' };
  if (schema.items) {
    const inside = insideOf(schema.items);
    return inside && { ...inside, suffix: `[]${inside.suffix}` };
  }
  return schema.anyOf?.map(insideOf).find((inside) => inside !== null) ?? null;
}

/** Every field of a schema, nested ones after the field that contains them. */
export function fieldsOf(schema: JsonSchema, path = '', required = true): readonly SchemaField[] {
  const { pattern = null, description = null } = schema;
  const isNamed = schema.format !== undefined && schema.format in FORMATS;
  const own = { path, type: typeOf(schema), required, pattern: isNamed ? null : pattern, description };
  const inside = insideOf(schema);
  if (!inside) return [own];
  const { object, suffix } = inside;
  const stem = [`${path}${suffix}`].filter(Boolean);
  const within = Object.entries(object.properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field, [...stem, name].join('.'), object.required?.includes(name) ?? false),
  );
  return path === '' ? within : [own, ...within];
}
