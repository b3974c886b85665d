import { kinds, kindsThat } from '../../kinds/index.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { type Check, mistake } from '../support/mistake.ts';
import { accessOptions, storedOptions } from '../support/optionNames.ts';

/** Options that hold for a whole field of the record; said of the object or the list, they hold for what is in it. */
const wholeFieldOptions = [...accessOptions, 'inputOnly'] as const satisfies readonly (keyof Field)[];

/** Options of a column or of an answer, which what stands inside another field does not have. */
const columnOptions = [
  ...storedOptions,
  'default',
  'readPath',
  'writePath',
  'as',
  'serial',
] as const satisfies readonly (keyof Field)[];

/** Where a field stands: within which field of the record, and how. */
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
  const says = (word: string, why: string) => mistake(entity, place, `says "${word}", ${why}`);
  const whole = inList || depth > 1 ? ([...wholeFieldOptions, 'readOnly'] as const) : wholeFieldOptions;
  const why = 'which holds for fields of the record alone';
  return [
    ...whole.filter((word) => field[word]).map((word) => says(word, `${why}; say it of "${head}", or ${alone}`)),
    ...columnOptions.filter((word) => field[word]).map((word) => says(word, `${why}; ${alone}`)),
    ...(inList && field.shownWhen ? [says('shownWhen', `which no list asks for; say it of "${head}"`)] : []),
    ...(field.secret && !outer.inputOnly
      ? [says('secret', `and "${head}" would be stored and answered as it is; make "${head}" inputOnly`)]
      : []),
  ];
}

/** Whoever leaves out an object leaves out what is required within; an item of a list is never left out. */
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

/** Options of fields within objects and lists that nothing enforces there. */
export const checkNested: Check = ({ entity }) => [
  ...checkAll(entity, '', entity.fields),
  ...Object.entries(entity.lifecycle?.transitions ?? {}).flatMap(([name, { input = {} }]) =>
    checkAll(entity, `lifecycle.${name}.input.`, input),
  ),
  ...Object.entries(entity.actions ?? {}).flatMap(([name, { input = {} }]) =>
    checkAll(entity, `actions.${name}.input.`, input),
  ),
];

/** Kinds that a parameter of a list may be of. */
const parameterKinds = kindsThat(({ filter }) => filter?.narrow !== undefined);
const parameterOptions = ['kind', 'label', 'hint', 'choices', 'otherwise', 'to', 'where'];

/** The parameters of a list that are no fields: what their declarations say beyond what a parameter is held to. */
export const checkListParameters: Check = ({ entity }) =>
  Object.entries(entity.list.parameters ?? {}).flatMap(([name, field]) => {
    const place = `list.parameters.${name}`;
    const known = [...parameterOptions, ...(kinds[field.kind].filter?.narrow ?? [])];
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
