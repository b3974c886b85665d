import { kinds, kindsThat } from '../../kinds/index.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { type Check, mistake, wrongLetters } from '../support/mistake.ts';
import { accessOptions, storedOptions } from '../support/optionNames.ts';

/** Options that apply only to a whole field of the record. On an object or a list they apply to its contents. */
const wholeFieldOptions = [...accessOptions, 'inputOnly'] as const satisfies readonly (keyof Field)[];

/** Options of a column or a response, which nested fields do not have. */
const columnOptions = [
  ...storedOptions,
  'default',
  'readPath',
  'writePath',
  'as',
  'serial',
  'earliest',
  'latest',
] as const satisfies readonly (keyof Field)[];

/** The position of a nested field: the field of the record that contains it, and its path and depth. */
interface FieldPlace {
  readonly head: string;
  readonly outer: Field;
  readonly place: string;
  readonly inList: boolean;
  readonly depth: number;
}

function checkOptions(entity: Entity, field: Field, { head, outer, place, inList, depth }: FieldPlace): string[] {
  const name = place.split('.').at(-1) ?? place;
  const alone = inList ? 'leave it out' : `make "${name}" a field of the record`;
  const report = (word: string, why: string) => mistake(entity, place, `says "${word}", ${why}`);
  const whole = inList || depth > 1 ? ([...wholeFieldOptions, 'readOnly'] as const) : wholeFieldOptions;
  const why = 'which holds for fields of the record alone';
  return [
    ...(kinds[field.kind].localized
      ? [mistake(entity, place, `is a ${field.kind} within another field; ${alone}, or write a text for each language`)]
      : []),
    ...whole.filter((word) => field[word]).map((word) => report(word, `${why}; say it of "${head}", or ${alone}`)),
    ...columnOptions.filter((word) => field[word]).map((word) => report(word, `${why}; ${alone}`)),
    ...(inList && field.shownWhen ? [report('shownWhen', `which no list asks for; say it of "${head}"`)] : []),
    ...(field.secret && !outer.inputOnly
      ? [report('secret', `and "${head}" would be stored and answered as it is; make "${head}" inputOnly`)]
      : []),
  ];
}

/** A body that omits an object also omits the required fields inside it. Items of a list are never omitted. */
function checkRequired(entity: Entity, name: string, field: Field, holder: Field, place: string): string[] {
  if (!field.required || holder.required || holder.readOnly || place.endsWith(' (an item)')) return [];
  const what = `is required, and a body may leave out "${place}" whole; say required of both`;
  return [mistake(entity, `${place}.${name}`, what)];
}

function checkWithin(entity: Entity, field: Field, within: FieldPlace): string[] {
  const { place, depth } = within;
  const below = { ...within, depth: depth + 1 };
  const item = { ...below, place: `${place} (an item)`, inList: true };
  return [
    ...Object.entries(field.fields ?? {}).flatMap(([name, inner]) => {
      const there = { ...below, place: `${place}.${name}` };
      return [
        ...wrongLetters(name).map((what) => mistake(entity, there.place, what)),
        ...checkOptions(entity, inner, there),
        ...checkRequired(entity, name, inner, field, place),
        ...checkWithin(entity, inner, there),
      ];
    }),
    ...(field.items ? [...checkOptions(entity, field.items, item), ...checkWithin(entity, field.items, item)] : []),
  ];
}

const checkAll = (entity: Entity, prefix: string, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    checkWithin(entity, field, { head: name, outer: field, place: prefix + name, inList: false, depth: 0 }),
  );

/** Finds options of nested fields that are not enforced there. */
export const checkNested: Check = ({ entity }) => [
  ...checkAll(entity, '', entity.fields),
  ...Object.entries(entity.lifecycle?.transitions ?? {}).flatMap(([name, { input = {} }]) =>
    checkAll(entity, `lifecycle.${name}.input.`, input),
  ),
  ...Object.entries(entity.actions ?? {}).flatMap(([name, { input = {} }]) =>
    checkAll(entity, `actions.${name}.input.`, input),
  ),
];

const parameterKinds = kindsThat(({ filter }) => filter?.parameterOptions !== undefined);
const commonOptions = ['kind', 'label', 'hint', 'choices', 'otherwise', 'to', 'where'];

/** Checks the parameters of a list: their kinds, names and options. */
export const checkListParameters: Check = ({ entity }) =>
  Object.entries(entity.list.parameters ?? {}).flatMap(([name, field]) => {
    const place = `list.parameters.${name}`;
    const known = [...commonOptions, ...(kinds[field.kind].filter?.parameterOptions ?? [])];
    const isFilter = name === 'id' || entity.list.filters?.includes(name);
    return [
      ...(parameterKinds.includes(field.kind)
        ? []
        : [
            mistake(
              entity,
              place,
              `is of the kind ${field.kind}, which no parameter is; write one of ${parameterKinds.join(', ')}`,
            ),
          ]),
      ...(isFilter ? [mistake(entity, place, 'is a filter as well; give one of them another name')] : []),
      ...(Object.keys(field) as (keyof Field)[])
        .filter((word) => !known.includes(word) && field[word])
        .map((word) => mistake(entity, place, `says "${word}", to which no parameter is held; leave it out`)),
    ];
  });
