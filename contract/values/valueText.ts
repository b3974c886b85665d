import { filesIn } from '../kinds/fileField.ts';
import { grouped, groupedDecimal } from '../lib/groupDigits.ts';
import { moneyText } from '../lib/money.ts';
import { plainMarkdown } from '../lib/plainMarkdown.ts';
import { filled, type Label, type Language } from '../messages/label.ts';
import type { Field } from '../schema/field/field.ts';
import { words } from './textCodec.ts';
import { hostUnit, unitOf } from './unit.ts';

/** Values within sentences, kind by kind: of messages, of mails, and of questions in the console. */

/** What stands around a value, and who reads it. */
export interface Saying {
  readonly language: Language;
  /** Of an amount, or of several. */
  readonly currency?: unknown;
  /** Of a quantity: the product that says what is counted, null where the record has none. */
  readonly product?: unknown;
  /** Of a reference, or of several: what each record is called, in their order. */
  readonly titles?: readonly (string | undefined)[] | undefined;
  /** What one of these records is, where it has no title: `Licence`. */
  readonly noun?: Label | undefined;
  /** Whether the sentence has words of its own behind the number: `{hosts} {hosts|host|hosts}`. */
  readonly isBare?: boolean;
  /** A point in time as the reader has it. */
  readonly moment: (value: unknown) => string;
}

type Said = (value: unknown, field: Field, saying: Saying) => string;

const nothing = '-';
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';
const plain: Said = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A unit as it follows a number: `{value|day|days}`. */
export const unitText = (unit: Label, value: unknown, language: Language): string =>
  filled(unit[language], (name) => (name === 'value' ? String(value) : undefined));

/** What follows a number: its unit, or that of the product that it is counted as. */
function unitBehind(value: unknown, { unit, countedAs }: Field, { language, product, isBare }: Saying): string {
  if (isBare) return '';
  if (unit) return unitText(unit, value, language);
  return countedAs && product !== undefined ? (unitOf(product) ?? hostUnit[language]) : '';
}

const saidNumber: Said = (value, field, saying) => {
  const text = String(value);
  const shown = field.kind === 'decimal' ? groupedDecimal(text) : grouped(text);
  return [shown, unitBehind(value, field, saying)].filter(Boolean).join(' ');
};

const locales = { en: 'en', zh: 'zh-CN' } as const;

const saidMoney: Said = (value, _field, { currency, language }) =>
  typeof value === 'number' && typeof currency === 'string' && currency !== ''
    ? moneyText(value, currency, locales[language])
    : saidNumber(value, { kind: 'integer' } as Field, { language } as Saying);

const saidBoolean: Said = (value, _field, { language }) => words[value === true ? 'yes' : 'no'][language];

const saidChoice: Said = (value, { choices = [], otherwise }, { language }) =>
  (choices.find(({ id }) => String(id) === String(value))?.label ?? otherwise)?.[language] ?? String(value);

/** A record by its title; one that has none by what it is and its number. */
const saidRecord: Said = (value, { label }, { titles, noun = label, language }) =>
  titles?.[0] || `${noun[language]} ${value}`;

const commas = { en: ', ', zh: '、' } as const;

/** Several values, each as one of its kind. */
const saidList: Said = (value, { items, label }, saying) => {
  if (!Array.isArray(value) || !items) return plain(value, { kind: 'json', label }, saying);
  const { titles = [], language } = saying;
  const each = value.map((one, at) => said(one, items, { ...saying, titles: [titles[at]] }));
  return each.join(commas[language]) || nothing;
};

const saidFile: Said = (value) =>
  filesIn(value)
    .map(({ name }) => name)
    .join(', ');

const byKind: Readonly<Partial<Record<Field['kind'], Said>>> = {
  integer: saidNumber,
  decimal: saidNumber,
  money: saidMoney,
  boolean: saidBoolean,
  choice: saidChoice,
  dateTime: (value, _field, { moment }) => moment(value),
  reference: saidRecord,
  list: saidList,
  tags: (value, _field, { language }) => (Array.isArray(value) && value.join(commas[language])) || nothing,
  file: saidFile,
  richText: (value) => plainMarkdown(String(value)),
};

/** A value of a field as a sentence says it; a dash for none. */
export const said = (value: unknown, field: Field, saying: Saying): string =>
  isNothing(value) ? nothing : (byKind[field.kind] ?? plain)(value, field, saying);

const holes = /\{(\w+)(\|)?/g;

/** The names in braces of a sentence, each once. */
export const namesIn = (text: string): string[] => [...new Set([...text.matchAll(holes)].map(([, name = '']) => name))];

/** Those that the sentence has words of its own for: `{hosts|host|hosts}`. */
const counted = (text: string): Set<string> =>
  new Set([...text.matchAll(holes)].flatMap(([, name = '', bar]) => (bar ? [name] : [])));

/** A sentence with its values. In: what stands under a name; whether it stands there without its unit. */
export function sentence(text: string, read: (name: string, isBare: boolean) => string | undefined): string {
  const bare = counted(text);
  return filled(text, (name) => read(name, bare.has(name)));
}

/** Kinds of which no sentence has a short text, and why nobody would read one. */
export function unsaid(field: Field): string | undefined {
  const { kind, items, currency } = field;
  if (kind === 'object' || kind === 'json') return `is of the kind ${kind} and no text`;
  if (kind === 'money' && currency === undefined) return 'is an amount of no currency';
  if (kind !== 'list') return undefined;
  return items && (items.kind === 'list' || unsaid(items))
    ? `is a list of the kind ${items.kind} and no text`
    : undefined;
}
