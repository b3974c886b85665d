import type { Label } from '../../messages/label.ts';
import { fieldsAlong } from '../../relations/fieldPath.ts';
import { baseFields, type Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake, wrongLetters } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

const languages = ['en', 'zh'] as const;

/** Finds missing languages and empty texts of a label. */
export function checkLabel(entity: Entity, place: string, label: Label | undefined, what = 'label'): string[] {
  if (languages.every((language) => label?.[language] === undefined))
    return [mistake(entity, place, `has no ${what}; write it as { en: 'Text', zh: '文字' }`)];
  return languages.flatMap((language) => {
    const value = label?.[language];
    if (value === undefined) return [mistake(entity, place, `has no ${what} in "${language}"; add it`)];
    return value.trim() === '' ? [mistake(entity, place, `has an empty ${what} in "${language}"; write a text`)] : [];
  });
}

function checkReference({ entity, entities }: CheckContext, place: string, field: Field): string[] {
  const target = entities.get(field.to ?? '');
  if (!target)
    return [
      mistake(
        entity,
        place,
        `refers to "${field.to}", which is no entity; ${suggestion(field.to ?? '', [...entities.keys()])}`,
      ),
    ];
  const needed = neededOther(entity, field);
  const paths = [...(field.embed ?? []), ...Object.values(field.alsoAs ?? {})];
  const unknownPaths = [...new Set(paths)].filter((path) => !fieldsAlong(target, path, entities));
  const shown = [target.title].flat();
  const untitled = shown.filter((path) => field.embed && !field.embed.includes(path));
  return [
    ...(untitled.length > 0 && shown.every((path) => fieldsAlong(target, path, entities))
      ? [
          mistake(
            entity,
            place,
            `embeds ${field.embed?.join(', ')} of ${target.name}, and not its title; add ${untitled.map((path) => `"${path}"`).join(', ')}`,
          ),
        ]
      : []),
    ...unknownPaths.map((path) =>
      mistake(
        entity,
        place,
        Object.hasOwn(target.fields, path)
          ? `embeds "${path}", which no answer of ${target.name} has; leave it out`
          : `embeds "${path}", which leads nowhere from ${target.name}; ${suggestion(path, ['id', ...Object.keys(target.fields)])}`,
      ),
    ),
    ...(needed !== undefined && target === entity
      ? [
          mistake(
            entity,
            needed,
            `is required and refers to another ${entity.name}, so that nobody could create the first; leave "required" out`,
          ),
        ]
      : []),
    ...(needed !== undefined && needsBack(entity, target)
      ? [
          mistake(
            entity,
            needed,
            `is required, as is a reference of ${target.name} to ${entity.name}, so that nobody could create either; leave one "required" out`,
          ),
        ]
      : []),
    ...checkCondition({ entity }, `${place}, "where",`, target, field.where),
  ];
}

/** True if another entity requires one of this kind as well. Of two such entities, the first by name reports it. */
const needsBack = (entity: Entity, target: Entity): boolean =>
  entity.name < target.name &&
  Object.values(target.fields).some((one) => one.to === entity.name && one.required && !one.readOnly && !one.default);

/** The required field, or the required set, that a reference of the record itself makes up; undefined if it is none. */
const neededOther = ({ fields }: Entity, field: Field): string | undefined =>
  Object.entries(fields).find(
    ([, one]) => (one === field || one.items === field) && one.required && !one.readOnly,
  )?.[0];

function checkChoice({ entity }: CheckContext, place: string, field: Field): string[] {
  const choices = field.choices ?? [];
  if (choices.length === 0) return [mistake(entity, place, 'is a choice without values; write them in "choices"')];
  return choices.flatMap(({ id, label }) => checkLabel(entity, place, label, `label of the choice ${id}`));
}

/** Checks a field anywhere in a declaration: labels, choices, references and nested fields. */
function checkField(context: CheckContext, place: string, field: Field): string[] {
  const inner = field.items ? checkField(context, `${place} (an item)`, field.items) : [];
  return [
    ...checkLabel(context.entity, place, field.label),
    ...(field.unit ? checkLabel(context.entity, place, field.unit, 'unit') : []),
    ...(field.words
      ? Object.values(field.words).flatMap((word) => checkLabel(context.entity, place, word, 'word'))
      : []),
    ...(field.hint ? checkLabel(context.entity, place, field.hint, 'hint') : []),
    ...(field.kind === 'choice' ? checkChoice(context, place, field) : []),
    ...(field.kind === 'reference' ? checkReference(context, place, field) : []),
    ...checkFields(context, place, field.fields ?? {}),
    ...inner,
  ];
}

/** Checks a group of fields at one place. */
export const checkFields = (context: CheckContext, place: string, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    checkField(context, [place, name].filter(Boolean).join('.'), field),
  );

const reservedNames = [...Object.keys(baseFields), 'deleted_at', 'in_use'];
/** Columns that PostgreSQL keeps in every table, and the property that every object of JavaScript has. */
const namesInUse = ['tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'constructor'];

function checkName(entity: Entity, name: string, { migrate }: Field): string[] {
  return [
    ...wrongLetters(name).map((what) => mistake(entity, name, what)),
    ...(reservedNames.includes(name)
      ? [mistake(entity, name, 'has the name of a field that every record has; write another')]
      : []),
    ...(namesInUse.includes(name)
      ? [mistake(entity, name, 'has a name that the database or the server uses itself; write another')]
      : []),
    // The console shows a successful answer with `error` as a failure (SPEC 8).
    ...(name === 'error'
      ? [mistake(entity, name, 'has the name by which an answer says that it failed; write another')]
      : []),
    ...(migrate?.renamedFrom !== undefined && Object.hasOwn(entity.fields, migrate.renamedFrom)
      ? [
          mistake(
            entity,
            name,
            `is renamed from "${migrate.renamedFrom}", which is another field; leave one of them out`,
          ),
        ]
      : []),
  ];
}

/** Checks the fields of an entity, their names and their labels. */
export const checkOwnFields: Check = (context) => [
  ...Object.entries(context.entity.fields).flatMap(([name, field]) => checkName(context.entity, name, field)),
  ...checkFields(context, '', context.entity.fields),
];
