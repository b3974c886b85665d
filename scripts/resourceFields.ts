import { suggestion } from '../contract/checks/support/suggest.ts';
import { untranslated } from '../contract/checks/support/untranslatedLabels.ts';
import { kinds } from '../contract/kinds/index.ts';
import type { Label } from '../contract/messages/label.ts';

/**
 * The fields of a new resource, as `npm run resource` takes them: `serial:text! customer:reference(enterprise)`, each with
 * its label if the writer gives one: `serial:text!=序列号`, `'serial:text!=Serial number/序列号'`.
 */

/** The kinds that the command writes; the others need options that it cannot know. */
const offeredKinds = [
  'text',
  'longText',
  'localizedText',
  'integer',
  'decimal',
  'money',
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
  /** The label as far as it is given. */
  readonly label?: GivenLabel;
  /** The labels of the values of a choice, by value. */
  readonly insideLabels?: Readonly<Record<string, GivenLabel>>;
}

/** A label that a writer gives: in Chinese, or in both languages. */
export interface GivenLabel {
  readonly en?: string;
  readonly zh: string;
}

/** Finds the label of a field of this name that is declared already; undefined if there is none. */
export type DeclaredLabel = (name: string) => Label | undefined;

/** What the fields of a new resource may refer to, and must not be called. */
interface Known {
  readonly entities: readonly string[];
  /** Names that every record has already. */
  readonly taken: readonly string[];
}

const form = /^([^:]*):([A-Za-z]+)(?:\(([^()]*)\))?(!?)$/;
const example = 'write for example serial:text! or customer:reference(enterprise)';

/** What is wrong with a kind that the command does not write, and what to do. */
function whyNotOffered(kind: string): string {
  if (Object.hasOwn(kinds, kind))
    return `needs options: add the field in the file afterwards; this command writes ${offeredKinds.join(', ')}`;
  return `does not exist; ${suggestion(kind, offeredKinds)}`;
}

/** Why the part in parentheses does not fit the kind; undefined if it does. */
function refusalOfInside(kind: OfferedKind, inside: readonly string[], { entities }: Known): string | undefined {
  if (kind === 'reference') {
    const [to = '', ...more] = inside;
    if (to === '' || more.length > 0) return 'needs the entity that it refers to: reference(enterprise)';
    return entities.includes(to) ? undefined : `refers to "${to}", which is no entity; ${suggestion(to, entities)}`;
  }
  if (kind === 'choice') {
    const isRight = inside.length > 0 && inside.every((value) => /^(?:[a-z][a-z0-9_]*|[A-Z][A-Z0-9]*)$/.test(value));
    return isRight && new Set(inside).size === inside.length
      ? undefined
      : 'needs its values, different words in small letters, or codes in capitals: choice(open,closed), choice(CNY,USD)';
  }
  return inside.length > 0 ? `takes nothing in parentheses; write ${kind}` : undefined;
}

/** Splits what is written at its first equals sign: the name or the field, and its label. */
function withLabel(written: string): readonly [what: string, label: GivenLabel | undefined] {
  const at = written.indexOf('=');
  if (at < 0) return [written, undefined];
  const [one = '', other] = written
    .slice(at + 1)
    .split('/', 2)
    .map((part) => part.trim());
  const label = other === undefined ? { zh: one } : { en: one, zh: other };
  return [written.slice(0, at).trim(), label];
}

/** True if a label has all its texts, and none that would end the text of the declaration. */
const isLabel = (label: GivenLabel | undefined): boolean =>
  label === undefined || Object.values(label).every((text) => text !== '' && !/['\\\n]/.test(text));

const labelExample = "write it as serial:text=序列号, or in both languages as 'serial:text=Serial number/序列号'";

/**
 * Reads the name of a new resource, with its label if the writer gives one: `warranty=保修`, `warranty=Warranty/保修`.
 * @returns the name and the label, or a sentence why it is refused
 */
export function readName(written: string): { readonly name: string; readonly label?: GivenLabel } | string {
  const [name, label] = withLabel(written);
  if (!isLabel(label)) return `The label of ${name} is empty or has a quotation mark; write it as warranty=保修`;
  return { name, ...(label && { label }) };
}

/** A reference is called `customer_id`, also where only `customer` is written. */
const fieldName = (name: string, kind: OfferedKind): string =>
  kind === 'reference' && !name.endsWith('_id') ? `${name}_id` : name;

/**
 * Reads one field as it is written on the command line.
 * @returns the field, or a sentence why it is refused
 */
function readField(written: string, known: Known): WantedField | string {
  const [, before = '', choices = '', after = ''] = /^([^(=]*)(\([^()]*\))?(.*)$/.exec(written) ?? [];
  const [rest, label] = choices === '' ? withLabel(written) : withLabel(after);
  const values = choices.slice(1, -1).split(',').map(withLabel);
  const named = values.map(([value]) => value.trim());
  const [, name = '', kind = '', between, required] =
    form.exec(choices === '' ? rest : `${before}(${named.join(',')})${rest}`) ?? [];
  if (name === '' || kind === '') return `"${written}" is no field; ${example}`;
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    return `"${name}" is no name of a field; write small letters, digits and underscores, at most 40`;
  const found = offeredKinds.find((one) => one === kind);
  if (!found) return `${name} has the kind "${kind}", which ${whyNotOffered(kind)}`;
  const inside = (between ?? '').split(',').flatMap((part) => part.trim() || []);
  const refusal = refusalOfInside(found, inside, known);
  if (refusal) return `${name} ${refusal}`;
  const labelled = values.flatMap(([value, one]) => (one ? [[value.trim(), one] as const] : []));
  if (![label, ...labelled.map(([, one]) => one)].every(isLabel))
    return `${name} has a label that is empty or has a quotation mark; ${labelExample}`;
  const field = {
    name: fieldName(name, found),
    kind: found,
    isRequired: required === '!',
    inside,
    ...(label && { label }),
    ...(labelled.length > 0 && { insideLabels: Object.fromEntries(labelled) }),
  };
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

/**
 * The label that a new field may have in common with the declared ones of its name: one in the words of the name itself,
 * or one on which several of them agree. Any other says what the records of its own entity are, such as “User name”.
 * @param labels the labels of the declared fields of the name
 */
export function sharedLabel(name: string, labels: readonly Label[]): Label | undefined {
  const plain = labels.find(({ en }) => en.toLowerCase() === words(name).toLowerCase());
  if (plain) return plain;
  const [first, ...others] = labels;
  const agree = others.length > 0 && others.every(({ en, zh }) => en === first?.en && zh === first.zh);
  return agree ? first : undefined;
}

/** The Chinese words of names that are common. Others are the English ones, for the developer to replace. */
const chinese: Readonly<Record<string, string>> = {
  amount: '金额',
  code: '编码',
  comment: '备注',
  cost: '费用',
  currency: '币种',
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

/**
 * The label of a name: the one that is given, else that of a field of the same name that is declared already, else a
 * known word, else the English words with a mark that they are still to be translated.
 */
export function labelOf(name: string, given?: GivenLabel, declared: DeclaredLabel = () => undefined): Label {
  const found = given ? undefined : declared(name);
  if (found) return found;
  const en = given?.en ?? words(name);
  return { en, zh: given?.zh ?? chinese[name.replace(/_id$/, '')] ?? untranslated(en) };
}

const quotedText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const textOf = ({ en, zh }: Label): string => `{ en: ${quotedText(en)}, zh: ${quotedText(zh)} }`;

/** The options of a kind that a developer is most likely to change. */
const limits: Readonly<Partial<Record<OfferedKind, string>>> = {
  text: ', max: 100',
  localizedText: ', max: 100',
  longText: ', max: 1000',
};

/** The field with the currency of all amounts of the new resource. */
const currencyName = 'currency';

/** The line of that field, a choice among the currencies of the product. */
const currencyLine = (declared: DeclaredLabel): string =>
  `${currencyName}: choice(currencies, { label: ${textOf(labelOf(currencyName, undefined, declared))}, default: 'CNY' }),`;

/** The line of a field in the declaration. */
function lineOf({ name, kind, isRequired, inside, label, insideLabels }: WantedField, declared: DeclaredLabel): string {
  const options = `{ label: ${textOf(labelOf(name, label, declared))}${isRequired ? ', required: true' : ''}${limits[kind] ?? ''} }`;
  if (kind === 'reference') return `${name}: reference('${inside[0]}', ${options}),`;
  if (kind === 'choice') {
    const choices = inside.map(
      (value) => `{ id: '${value}', label: ${textOf(labelOf(value, insideLabels?.[value]))} }`,
    );
    return `${name}: choice([${choices.join(', ')}], ${options}),`;
  }
  if (kind === 'money') return `${name}: money(${options.replace(/ }$/, `, currency: '${currencyName}' }`)}),`;
  return `${name}: ${kind}(${options}),`;
}

/** Kinds by which lists filter and that texts are searched in. */
const filtered: readonly OfferedKind[] = ['choice', 'reference', 'boolean'];
const searched: readonly OfferedKind[] = ['text', 'localizedText', 'mail', 'phone'];
/** Kinds of which the first field names the records: texts, or else a text of a certain form. */
const naming: readonly (readonly OfferedKind[])[] = [
  ['text', 'localizedText'],
  ['mail', 'phone', 'url'],
];

/** The field that names the records; undefined if no text is among the fields. */
const titleAmong = (fields: readonly WantedField[]): WantedField | undefined =>
  naming.flatMap((some) => fields.find(({ kind }) => some.includes(kind)) ?? [])[0];

const named = (fields: readonly WantedField[], kinds: readonly OfferedKind[]): string[] =>
  fields.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);

/** The parts of a declaration that depend on the fields. */
export interface FieldParts {
  readonly kinds: readonly string[];
  /** Further lines of imports. */
  readonly imports: readonly string[];
  readonly title: string;
  readonly lines: readonly string[];
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly search: readonly string[];
}

/**
 * The parts of the declaration of a resource with these fields. One without a text to name its records gets a name.
 * @param declared finds labels of fields that are declared already
 */
export function partsOf(wanted: readonly WantedField[], declared: DeclaredLabel = () => undefined): FieldParts {
  const title = titleAmong(wanted);
  const name: WantedField = { name: 'name', kind: 'text', isRequired: true, inside: [] };
  const fields = title ? wanted : [name, ...wanted.filter((one) => one.name !== 'name')];
  const wide = fields.filter(({ kind }) => kind !== 'longText').map((field) => field.name);
  const firstAmount = fields.find(({ kind }) => kind === 'money');
  const needsCurrency = firstAmount !== undefined && fields.every((one) => one.name !== currencyName);
  return {
    kinds: [...new Set([...fields.map(({ kind }) => kind), ...(needsCurrency ? ['choice'] : [])])].sort(),
    imports: needsCurrency ? ["import { currencies } from '../choices/payment.ts';"] : [],
    title: (title ?? name).name,
    // The currency follows the first amount, as it does in the form.
    lines: fields.flatMap((field) => [
      lineOf(field, declared),
      ...(needsCurrency && field === firstAmount ? [currencyLine(declared)] : []),
    ]),
    columns: [...wide.slice(0, 5), 'created_at'],
    filters: named(fields, filtered),
    search: named(fields, searched),
  };
}
