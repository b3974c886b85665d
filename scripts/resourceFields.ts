import { nearestName } from '../contract/lib/editDistance.ts';

/** The fields of a new resource, as `npm run resource` takes them: `serial:text! customer:reference(enterprise)`. */

/** The kinds that the command writes; the others need options that it cannot know. */
const offeredKinds = [
  'text',
  'longText',
  'localizedText',
  'integer',
  'decimal',
  'boolean',
  'date',
  'dateTime',
  'mail',
  'phone',
  'url',
  'choice',
  'reference',
] as const;
type OfferedKind = (typeof offeredKinds)[number];

export interface WantedField {
  readonly name: string;
  readonly kind: OfferedKind;
  readonly isRequired: boolean;
  /** The entity of a reference, or the values of a choice. */
  readonly inside: readonly string[];
}

/** What the fields of a new resource may refer to, and must not be called. */
interface Known {
  readonly entities: readonly string[];
  /** Names that every record has already. */
  readonly taken: readonly string[];
}

const form = /^([^:]*):([A-Za-z]+)(?:\(([^()]*)\))?(!?)$/;
const example = 'write for example serial:text! or customer:reference(enterprise)';

const meant = (word: string, known: readonly string[]): string => {
  const near = nearestName(word, known);
  return near ? `did you mean ${near}?` : `write one of ${known.join(', ')}`;
};

/** Why the part in parentheses does not fit the kind; undefined if it does. */
function refusalOfInside(kind: OfferedKind, inside: readonly string[], { entities }: Known): string | undefined {
  if (kind === 'reference') {
    const [to = '', ...more] = inside;
    if (to === '' || more.length > 0) return 'needs the entity that it refers to: reference(enterprise)';
    return entities.includes(to) ? undefined : `refers to "${to}", which is no entity; ${meant(to, entities)}`;
  }
  if (kind === 'choice') {
    const isRight = inside.length > 0 && inside.every((value) => /^[a-z][a-z0-9_]*$/.test(value));
    return isRight && new Set(inside).size === inside.length
      ? undefined
      : 'needs its values, different words in small letters: choice(open,closed)';
  }
  return inside.length > 0 ? `takes nothing in parentheses; write ${kind}` : undefined;
}

/** A reference is called `customer_id`, also where only `customer` is written. */
const fieldName = (name: string, kind: OfferedKind): string =>
  kind === 'reference' && !name.endsWith('_id') ? `${name}_id` : name;

/**
 * Reads one field as it is written on the command line.
 * @returns the field, or a sentence why it is refused
 */
function readField(written: string, known: Known): WantedField | string {
  const [, name = '', kind = '', between, required] = form.exec(written) ?? [];
  if (name === '' || kind === '') return `"${written}" is no field; ${example}`;
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    return `"${name}" is no name of a field; write small letters, digits and underscores, at most 40`;
  const found = offeredKinds.find((one) => one === kind);
  if (!found) return `${name} has the kind "${kind}", which this command does not write; ${meant(kind, offeredKinds)}`;
  const inside = (between ?? '').split(',').flatMap((part) => part.trim() || []);
  const refusal = refusalOfInside(found, inside, known);
  if (refusal) return `${name} ${refusal}`;
  const field = { name: fieldName(name, found), kind: found, isRequired: required === '!', inside };
  return known.taken.includes(field.name)
    ? `"${field.name}" is a field of every record already; take another name`
    : field;
}

/**
 * Reads the fields of a new resource.
 * @param written each as `name:kind`, with what the kind needs in parentheses, and `!` if it is required
 * @returns the fields, or one sentence for each mistake
 */
export function readFields(
  written: readonly string[],
  known: Known,
): { readonly fields: readonly WantedField[]; readonly refusals: readonly string[] } {
  const read = written.map((one) => readField(one, known));
  const fields = read.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  const names = fields.map(({ name }) => name);
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return {
    fields,
    refusals: [
      ...read.flatMap((one) => (typeof one === 'string' ? [one] : [])),
      ...twice.map((name) => `"${name}" is there twice; give one of them another name`),
    ],
  };
}

const words = (name: string): string => {
  const plain = name.replace(/_id$/, '').split('_').filter(Boolean).join(' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** The Chinese words of names that are common. Others are the English ones, for the developer to replace. */
const chinese: Readonly<Record<string, string>> = {
  amount: '金额',
  code: '编码',
  comment: '备注',
  enterprise: '企业',
  mail: '邮箱',
  name: '名称',
  order: '订单',
  phone: '电话',
  price: '价格',
  product: '产品',
  project: '项目',
  state: '状态',
  status: '状态',
  user: '用户',
};

const labelOf = (name: string): string =>
  `{ en: '${words(name)}', zh: '${chinese[name.replace(/_id$/, '')] ?? words(name)}' }`;

/** The options of a kind that a developer is most likely to change. */
const limits: Readonly<Partial<Record<OfferedKind, string>>> = {
  text: ', max: 100',
  localizedText: ', max: 100',
  longText: ', max: 1000',
};

/** The line of a field in the declaration. */
function lineOf({ name, kind, isRequired, inside }: WantedField): string {
  const options = `{ label: ${labelOf(name)}${isRequired ? ', required: true' : ''}${limits[kind] ?? ''} }`;
  if (kind === 'reference') return `${name}: reference('${inside[0]}', ${options}),`;
  if (kind === 'choice') {
    const choices = inside.map((value) => `{ id: '${value}', label: ${labelOf(value)} }`);
    return `${name}: choice([${choices.join(', ')}], ${options}),`;
  }
  return `${name}: ${kind}(${options}),`;
}

/** Kinds by which lists filter and that texts are searched in. */
const filtered: readonly OfferedKind[] = ['choice', 'reference', 'boolean'];
const searched: readonly OfferedKind[] = ['text', 'localizedText', 'mail', 'phone'];
/** Kinds of which the first field names the records. */
const naming: readonly OfferedKind[] = ['text', 'localizedText'];

const named = (fields: readonly WantedField[], kinds: readonly OfferedKind[]): string[] =>
  fields.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);

/** The parts of a declaration that depend on the fields. */
export interface FieldParts {
  readonly kinds: readonly string[];
  readonly title: string;
  readonly lines: readonly string[];
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly search: readonly string[];
}

/** The parts of the declaration of a resource with these fields. One without a text to name its records gets a name. */
export function partsOf(wanted: readonly WantedField[]): FieldParts {
  const title = wanted.find(({ kind }) => naming.includes(kind));
  const name: WantedField = { name: 'name', kind: 'text', isRequired: true, inside: [] };
  const fields = title ? wanted : [name, ...wanted.filter((one) => one.name !== 'name')];
  const wide = fields.filter(({ kind }) => kind !== 'longText').map((field) => field.name);
  return {
    kinds: [...new Set(fields.map(({ kind }) => kind))].sort(),
    title: (title ?? name).name,
    lines: fields.map(lineOf),
    columns: [...wide.slice(0, 5), 'created_at'],
    filters: named(fields, filtered),
    search: named(fields, searched),
  };
}
