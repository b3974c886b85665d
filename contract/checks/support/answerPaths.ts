import { baseFields, type Entity, readPathOf, writePathOf } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, mistake, repeated } from './mistake.ts';

/** A place in an answer or a body, and the field that stands there. */
interface FieldPlacement {
  readonly path: string;
  readonly by: string;
}

const base: readonly FieldPlacement[] = Object.keys(baseFields).map((name) => ({ path: name, by: name }));

/** Where a field and what it embeds stand in an answer. */
function answerPlacements(name: string, field: Field): FieldPlacement[] {
  if (field.hidden || field.inputOnly) return [];
  const embeds = field.kind === 'reference' ? (field.embed ?? []).map((path) => `${field.as ?? name}.${path}`) : [];
  const choice = field.kind === 'choice' && field.as ? [field.as] : [];
  const paths = [readPathOf(name, field), ...choice, ...embeds, ...Object.keys(field.alsoAs ?? {})];
  return paths.map((path) => ({ path, by: name }));
}

/** Where a field stands in a body; the state of a lifecycle stands there too, for its steps. */
function bodyPlacements(entity: Entity, name: string, field: Field): FieldPlacement[] {
  if (name === entity.lifecycle?.field) return [{ path: name, by: name }];
  const isSet = !(field.readOnly || field.computed || field.hidden);
  return isSet ? [{ path: writePathOf(name, field), by: name }] : [];
}

/** Two of the places are the same, or one lies within the other: of the two values one alone would be seen. */
const clashes = (entity: Entity, what: string, all: readonly FieldPlacement[]): string[] =>
  all.flatMap((one, index) =>
    all
      .slice(0, index)
      .filter(({ path }) => one.path === path || one.path.startsWith(`${path}.`) || path.startsWith(`${one.path}.`))
      .map(({ path, by }) =>
        mistake(
          entity,
          one.by,
          `stands at "${one.path}" of ${what}, where ${by} has "${path}"; give one another place`,
        ),
      ),
  );

/** The names under which records and choices are embedded: each of one field, and no field's own. */
function checkNames(entity: Entity): string[] {
  const named = Object.entries(entity.fields).filter(([, field]) => field.as !== undefined);
  const own = [...Object.keys(entity.fields), ...Object.keys(baseFields)];
  const say = (name: string, what: string) => mistake(entity, name, `${what}; write another "as"`);
  return [
    ...named
      .filter(([, { as }]) => own.includes(as ?? ''))
      .map(([name, { as }]) => say(name, `is embedded as "${as}", which is a field`)),
    ...repeated(named.map(([, { as }]) => as)).map((as) => {
      const names = named.filter(([, field]) => field.as === as).map(([name]) => name);
      return say(names.at(-1) ?? '', `is embedded as "${as}", as is ${names[0]}`);
    }),
    ...Object.entries(entity.fields)
      .filter(([, field]) => field.embed && field.as === undefined)
      .map(([name]) => mistake(entity, name, 'embeds fields and has no name for them; write "as"')),
  ];
}

const dotted = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/;

/** Places and names that no answer can have as a key. */
const checkPaths = (entity: Entity): string[] =>
  Object.entries(entity.fields).flatMap(([name, { readPath, writePath, as, alsoAs = {} }]) =>
    Object.entries({
      readPath,
      writePath,
      as,
      ...Object.fromEntries(Object.keys(alsoAs).map((key) => [`alsoAs ${key}`, key])),
    })
      .filter(
        ([word, path]) =>
          path !== undefined && !(dotted.test(path) && (!path.includes('.') || /^(?:read|write)Path$/.test(word))),
      )
      .map(([word, path]) =>
        mistake(entity, name, `says "${path}" as ${word}; write small letters, digits and underscores`),
      ),
  );

/** Where fields stand in answers and bodies. */
export const checkAnswerPaths: Check = ({ entity }) => {
  const fields = Object.entries(entity.fields);
  const embedded = fields.filter(([, field]) => !field.embed || field.as !== undefined);
  return [
    ...checkNames(entity),
    ...checkPaths(entity),
    ...clashes(entity, 'an answer', [...base, ...embedded.flatMap(([name, field]) => answerPlacements(name, field))]),
    ...clashes(entity, 'a body', [...base, ...fields.flatMap(([name, field]) => bodyPlacements(entity, name, field))]),
  ];
};
