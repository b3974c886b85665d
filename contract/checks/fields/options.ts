import { isCurrencyCode } from '../../lib/money.ts';
import { mayReadRecords, roles } from '../../schema/access.ts';
import { type Entity, mayRead } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { serialPattern, serialPrefix } from '../../schema/field/serialNumber.ts';
import { type Check, mistake, storedField } from '../support/mistake.ts';
import { stepAndActionInputs } from '../support/walkFields.ts';

function checkSecret(entity: Entity, name: string, field: Field): string[] {
  if (!field.secret) return [];
  return [
    ...(field.kind === 'text'
      ? []
      : [mistake(entity, name, `is secret, and ${field.kind} is no text; make it a text, or leave "secret" out`)]),
    ...(field.inputOnly
      ? []
      : [mistake(entity, name, 'is secret and would be stored and answered as it is; make it inputOnly')]),
  ];
}

/** `fixedFor` is useless for a role that does not see the field. */
function checkFixedFor(entity: Entity, name: string, field: Field): string[] {
  const deniedRoles = (field.fixedFor ?? []).filter(
    (role) => !mayReadRecords(entity.access, role) || !mayRead(field, role),
  );
  return deniedRoles.map((role) =>
    mistake(entity, name, `is fixedFor ${role}, who does not see it; leave ${role} out`),
  );
}

/** Applies a check to a field, its nested fields and its list items. */
const checkThroughout = (place: string, field: Field, check: (place: string, field: Field) => string[]): string[] => [
  ...check(place, field),
  ...(field.items ? checkThroughout(`${place} (an item)`, field.items, check) : []),
  ...Object.entries(field.fields ?? {}).flatMap(([name, inner]) => checkThroughout(`${place}.${name}`, inner, check)),
];

/** An amount needs a currency: a choice of the record, or another input of the same step or action. */
const checkCurrency =
  (entity: Entity, beside: Fields = {}) =>
  (place: string, { kind, currency, hidden }: Field): string[] => {
    if (kind !== 'money') return [];
    const report = (what: string) => [mistake(entity, place, what)];
    if (currency === undefined)
      return hidden
        ? []
        : report('is an amount of no currency, which nobody could read; name its choice in "currency"');
    const choice = (Object.hasOwn(beside, currency) ? beside[currency] : undefined) ?? storedField(entity, currency);
    if (choice?.kind !== 'choice')
      return report(`has its currency in "${currency}", which is no choice of the record; name a choice`);
    const invalid = choice.choices?.find(({ id }) => !isCurrencyCode(id));
    return invalid ? report(`has the currency ${invalid.id} in "${currency}"; write codes of ISO 4217, as CNY`) : [];
  };

/** Whoever reads an amount must get its currency with it, or it would be shown in minor units of no currency. */
function checkCurrencyReaders(entity: Entity, name: string, field: Field): string[] {
  const currency = field.currency ?? field.items?.currency ?? '';
  const choice = storedField(entity, currency);
  if (choice?.kind !== 'choice' || field.hidden || field.inputOnly) return [];
  const readers = roles.filter((role) => mayReadRecords(entity.access, role) && mayRead(field, role));
  const unread = readers.filter((role) => choice.inputOnly || !mayRead(choice, role));
  if (unread.length > 0) {
    const word = choice.hidden ? 'hidden' : choice.inputOnly ? 'inputOnly' : 'read';
    return [
      mistake(
        entity,
        currency,
        `is the currency of "${name}", which ${unread.join(', ')} may read; leave "${word}" out, or give the amount the same "read"`,
      ),
    ];
  }
  return choice.detailOnly && !field.detailOnly
    ? [mistake(entity, currency, `is the currency of "${name}", which lists show; leave "detailOnly" out`)]
    : [];
}

/** The unit of a quantity must be in every response. */
const checkCounted =
  (entity: Entity) =>
  (place: string, { unitOf, unit }: Field): string[] => {
    if (unitOf === undefined) return [];
    if (unit) return [mistake(entity, place, 'is counted as two things; leave out "unitOf" or "unit"')];
    const [head, ...rest] = unitOf.split('.');
    const { embed = [] } = Object.values(entity.fields).find((field) => field.as === head) ?? {};
    const wanted = ['metering', 'unit'].map((word) => [...rest, word].join('.'));
    const missing = wanted.filter((word) => !embed.includes(word));
    if (missing.length === 0) return [];
    return [
      mistake(entity, place, `has the unit of "${unitOf}", where no answer has ${missing.join(' and ')}; embed it`),
    ];
  };

const serialOptions: readonly (keyof Field)[] = [
  'kind',
  'serial',
  'gapless',
  'required',
  'unique',
  'readOnly',
  'max',
  'label',
  'migrate',
  'hint',
  'read',
  'readPath',
  'detailOnly',
  'fixedFor',
] as (keyof Field)[];

/** What is wrong with a pattern that `serialPattern` does not know, and what to write in its place. */
function serialPatternAdvice(pattern: string): string {
  const parts: readonly string[] = pattern.match(/\{[^{}]*\}/g) ?? [];
  const unknown = parts.find((part) => !/^\{(0+|YYYY|MM)\}$/.test(part));
  const numbers = parts.filter((part) => part.startsWith('{0'));
  const places = ['{YYYY}', '{MM}'];
  if (unknown !== undefined && /^\{[YMD]+\}$/i.test(unknown))
    return `has "${unknown}"; write the year as {YYYY} and the month as {MM}`;
  if (numbers.length > 1) return 'has more than one number; write one, such as {0000}';
  const isKnown = unknown === undefined && numbers.length === 1;
  if (isKnown && parts.includes('{MM}') && !parts.includes('{YYYY}'))
    return 'has a month without its year; write {YYYY}{MM}, since the month comes again each year';
  if (isKnown && parts.some((part) => places.includes(part)))
    return 'has its parts in another order; write the year, the month and the number once each, in this order';
  return "is not known; write it as in serial('T-{000000}') or serial('MV-{YYYY}-{0000}')";
}

/** Only the database assigns a serial number, and its pattern contains the number once. */
function checkSerial(entity: Entity, name: string, field: Field): string[] {
  if (field.serial === undefined) return [];
  const parts = serialPattern(field.serial);
  const invalid = [
    ...(Object.keys(field) as (keyof Field)[]).filter((word) => !serialOptions.includes(word)),
    ...Object.keys(field.migrate ?? {}).flatMap((word) => (word === 'renamedFrom' ? [] : [`migrate.${word}`])),
  ];
  const around = parts ? serialPrefix(parts, { year: '', month: '' }) + parts.after : '';
  return [
    ...(parts
      ? []
      : [mistake(entity, name, `is a serial whose pattern "${field.serial}" ${serialPatternAdvice(field.serial)}`)]),
    ...(parts && (around.length > maxSerialAffix || !/^[\p{L}\p{N}/._-]*$/u.test(around))
      ? [
          mistake(
            entity,
            name,
            `has "${around}" around its number; write at most ${maxSerialAffix} letters, digits and /._-`,
          ),
        ]
      : []),
    ...invalid.map((word) => mistake(entity, name, `is a serial, which the server alone draws; leave out "${word}"`)),
  ];
}
const maxSerialAffix = 20;

/** Checks the options of a field that depend on its record or on other inputs. */
export const checkOptions: Check = ({ entity }) => [
  ...Object.entries(entity.fields).flatMap(([name, field]) => [
    ...checkSecret(entity, name, field),
    ...checkSerial(entity, name, field),
    ...checkFixedFor(entity, name, field),
    ...checkThroughout(name, field, checkCurrency(entity)),
    ...checkCurrencyReaders(entity, name, field),
    ...checkThroughout(name, field, checkCounted(entity)),
  ]),
  ...stepAndActionInputs(entity).flatMap(([place, asked]) =>
    Object.entries(asked).flatMap(([name, field]) =>
      checkThroughout(`${place}.${name}`, field, checkCurrency(entity, asked)),
    ),
  ),
];
