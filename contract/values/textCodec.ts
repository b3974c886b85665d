import { decimalPattern, decimalText, digitsOf } from '../kinds/decimal.ts';
import { filesIn } from '../kinds/fileField.ts';
import { momentOf } from '../lib/dateTime.ts';
import { majorOf, minorOf } from '../lib/money.ts';
import type { Label, Language } from '../messages/label.ts';
import type { Field } from '../schema/field/field.ts';

/**
 * Values as texts and back, kind by kind: what an export writes, an import reads and most inputs hold. A text that is no
 * value of its kind stays a text, for the rule of the field to refuse.
 */

/** What stands around a value: the language of whoever reads it, and the currency of an amount. */
export interface Around {
  readonly language: Language;
  readonly currency?: string | undefined;
}

type Read = (text: string, field: Field, around: Around) => unknown;
type Write = (value: unknown, field: Field, around: Around) => string;

/** Digits of full width, and thousands in groups, as a person writes them and a spreadsheet shows them: `1,234.5`. */
function ungrouped(text: string): string {
  const narrow = text.normalize('NFKC');
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(narrow) ? narrow.replaceAll(',', '') : narrow;
}

const readNumber: Read = (text) => {
  const plain = ungrouped(text);
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : text;
};

/** `12`, `12.5` and `+12.50` are decimals; leading and closing noughts are left out or filled up. */
const readDecimal: Read = (text, field) => {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(ungrouped(text)) ?? [];
  if (whole === '') return text;
  const isNought = /^0*$/.test(whole + fraction);
  const plain = `${sign === '-' && !isNought ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
  return decimalPattern(field).test(plain) ? decimalText(plain, digitsOf(field).scale) : text;
};

const two = (part: string): string => part.padStart(2, '0');

/** `2026-1-5`, `2026/01/05`, `2026年1月5日` and `20260105` are days. */
const readDate: Read = (text) => {
  const narrow = text.normalize('NFKC');
  const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(narrow) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(narrow);
  const [, year = '', month = '', day = ''] = written ?? [];
  return written ? `${year}-${two(month)}-${two(day)}` : text;
};

/** How a boolean is written. */
export const words = { yes: { en: 'yes', zh: '是' }, no: { en: 'no', zh: '否' } } as const satisfies Record<
  string,
  Label
>;

const readBoolean: Read = (text) => {
  const word = text.toLowerCase();
  if (['true', '1', 'y', ...Object.values<string>(words.yes)].includes(word)) return true;
  return ['false', '0', 'n', ...Object.values<string>(words.no)].includes(word) ? false : text;
};

/** A choice is read by its label in either language, or by its id. */
const readChoice: Read = (text, { choices = [] }) => {
  const said = text.toLowerCase();
  const isSaid = ({ label }: { label: Label }) => Object.values(label).some((word) => word.toLowerCase() === said);
  return (choices.find(isSaid) ?? choices.find(({ id }) => String(id).toLowerCase() === said))?.id ?? text;
};

const readMoney: Read = (text, _field, { currency }) => {
  const plain = ungrouped(text);
  return (currency ? minorOf(plain, currency) : undefined) ?? text;
};

const readJson: Read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Tags stand side by side with commas between, each once. */
const readTags: Read = (text) => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

const numbers: ReadonlySet<Field['kind']> = new Set(['integer', 'decimal', 'money']);
/** Kinds whose values stand one after the other in a text. */
const inRow: ReadonlySet<Field['kind']> = new Set([
  ...numbers,
  'boolean',
  'choice',
  'date',
  'dateTime',
  'text',
  'mail',
  'phone',
]);

/** Values with commas between, or JSON. Within a number a comma parts thousands, so that one between two has a space behind it. */
const readList: Read = (text, { items }, around) => {
  if (!items || !inRow.has(items.kind) || text.startsWith('[')) return readJson(text, items as Field, around);
  return text
    .split(numbers.has(items.kind) ? /[;；，]|,\s/ : /[,，;；]/)
    .map((one) => valueOfText(items, one, around))
    .filter((one) => one !== null);
};

const readers: Readonly<Partial<Record<Field['kind'], Read>>> = {
  integer: readNumber,
  reference: readNumber,
  decimal: readDecimal,
  date: readDate,
  boolean: readBoolean,
  choice: readChoice,
  money: readMoney,
  object: readJson,
  list: readList,
  json: readJson,
  tags: readTags,
};

const writeMoney: Write = (value, _field, { currency }) =>
  typeof value === 'number' && currency ? majorOf(value, currency) : String(value);

const writeMoment: Write = (value) => {
  const moment = momentOf(value);
  return moment === undefined ? String(value) : new Date(moment).toISOString();
};

/** Of a file its name: a text holds no file. */
const writeFiles = (value: unknown): string =>
  filesIn(value)
    .map(({ name }) => name)
    .join(', ');

/** Several values with commas between, as JSON where they would not be read back. */
const writeList: Write = (value, field, around) => {
  const { items } = field;
  const json = JSON.stringify(value);
  if (items?.kind === 'file') return writeFiles(value);
  if (!items || !inRow.has(items.kind) || !Array.isArray(value)) return json;
  const text = value.map((one) => textOfValue(items, one, around)).join(', ');
  return text !== '' && JSON.stringify(readList(text, field, around)) === json ? text : json;
};

const writers: Readonly<Partial<Record<Field['kind'], Write>>> = {
  choice: (value, { choices = [] }, { language }) =>
    choices.find(({ id }) => id === value)?.label[language] ?? String(value),
  dateTime: writeMoment,
  file: writeFiles,
  list: writeList,
  money: writeMoney,
  tags: (value) => (Array.isArray(value) ? value.join(', ') : String(value)),
};

/** The value of a field that a text says; null for a blank one. What is no value of the kind stays as it was written. */
export function valueOfText(field: Field, text: string, around: Around): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return readers[field.kind]?.(trimmed, field, around) ?? trimmed;
}

/** A value of a field as a text, empty for none: `valueOfText` reads the same value from it. */
export function textOfValue(field: Field, value: unknown, around: Around): string {
  if (value === null || value === undefined) return '';
  const write = writers[field.kind];
  if (write) return write(value, field, around);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
