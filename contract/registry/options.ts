import { may } from '../access.ts';
import { type Entity, mayRead } from '../entity.ts';
import type { Field } from '../field.ts';
import { serialPattern } from '../serial.ts';
import { type Check, mistake, storedField } from './mistake.ts';

function checkSecret(entity: Entity, name: string, field: Field): string[] {
  if (!field.secret) return [];
  return [
    ...(field.kind === 'text' ? [] : [mistake(entity, name, `is secret, and ${field.kind} is no text`)]),
    ...(field.inputOnly ? [] : [mistake(entity, name, 'is secret and would be stored and answered as it is')]),
  ];
}

/** Whoever does not see the field needs no word that it says nothing to them. */
function checkOwnFor(entity: Entity, name: string, field: Field): string[] {
  const blind = (field.ownFor ?? []).filter(
    (role) => !(may(entity.access, 'list', role) || may(entity.access, 'get', role)) || !mayRead(field, role),
  );
  return blind.map((role) => mistake(entity, name, `is own for ${role}, who does not see it`));
}

/** Where an amount stands, also within an object or a list, its currency is one of the record. */
function checkCurrency(entity: Entity, place: string, { currency, fields = {}, items }: Field): string[] {
  const choice = currency === undefined ? undefined : storedField(entity, currency);
  const isKnown = currency === undefined || choice?.kind === 'choice';
  const strange = choice?.choices?.find(({ id }) => !/^[A-Z]{3}$/.test(String(id)));
  return [
    ...(isKnown ? [] : [mistake(entity, place, `has its currency in "${currency}", which is no choice of the record`)]),
    ...(isKnown && strange
      ? [mistake(entity, place, `has the currency ${strange.id} in "${currency}"; write codes of ISO 4217, as CNY`)]
      : []),
    ...(items ? checkCurrency(entity, `${place} (an item)`, items) : []),
    ...Object.entries(fields).flatMap(([name, inner]) => checkCurrency(entity, `${place}.${name}`, inner)),
  ];
}

/** What a quantity is counted in stands in every answer. */
function checkCounted(entity: Entity, name: string, { countedAs, unit }: Field): string[] {
  if (countedAs === undefined) return [];
  if (unit) return [mistake(entity, name, 'is counted as two things; leave out "countedAs" or "unit"')];
  const [head, ...rest] = countedAs.split('.');
  const { embed = [] } = Object.values(entity.fields).find((field) => field.as === head) ?? {};
  const wanted = ['metering', 'unit'].map((word) => [...rest, word].join('.'));
  const missing = wanted.filter((word) => !embed.includes(word));
  if (missing.length === 0) return [];
  return [
    mistake(entity, name, `is counted as "${countedAs}", where no answer has ${missing.join(' and ')}; embed it`),
  ];
}

const ofSerial: readonly (keyof Field)[] = [
  ...['kind', 'serial', 'required', 'unique', 'readOnly', 'max', 'label', 'was', 'hint', 'read', 'at'],
  ...['detailOnly', 'ownFor'],
] as (keyof Field)[];

/** A serial number is the database's alone, and its pattern says where the number stands. */
function checkSerial(entity: Entity, name: string, field: Field): string[] {
  if (field.serial === undefined) return [];
  const parts = serialPattern(field.serial);
  const strange = (Object.keys(field) as (keyof Field)[]).filter((word) => !ofSerial.includes(word));
  const around = `${parts?.before}${parts?.after}`;
  return [
    ...(parts ? [] : [mistake(entity, name, `has the pattern "${field.serial}"; write it as in serial('T-{000000}')`)]),
    ...(parts && (around.length > mostAround || !/^[\p{L}\p{N}/._-]*$/u.test(around))
      ? [
          mistake(
            entity,
            name,
            `has "${around}" around its number; write at most ${mostAround} letters, digits and /._-`,
          ),
        ]
      : []),
    ...strange.map((word) => mistake(entity, name, `is a serial, which the server alone draws; leave out "${word}"`)),
  ];
}
const mostAround = 20;

/** What the options of a field say about the record that it stands in. */
export const checkOptions: Check = ({ entity }) =>
  Object.entries(entity.fields).flatMap(([name, field]) => [
    ...checkSecret(entity, name, field),
    ...checkSerial(entity, name, field),
    ...checkOwnFor(entity, name, field),
    ...checkCurrency(entity, name, field),
    ...checkCounted(entity, name, field),
  ]);
