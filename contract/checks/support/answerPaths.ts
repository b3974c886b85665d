import { baseFields, type Entity, readPathOf, writePathOf } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, mistake, repeated } from './mistake.ts';

/** A path in a response or body, and the field at that path. */
interface FieldPlacement {
  readonly path: string;
  readonly by: string;
}

const base: readonly FieldPlacement[] = Object.keys(baseFields).map((name) => ({ path: name, by: name }));

/** Paths of a field and its embedded values in a response. */
function answerPlacements(name: string, field: Field): FieldPlacement[] {
  if (field.hidden || field.inputOnly) return [];
  const embeds = field.kind === 'reference' ? (field.embed ?? []).map((path) => `${field.as ?? name}.${path}`) : [];
  const choice = field.kind === 'choice' && field.as ? [field.as] : [];
  const paths = [readPathOf(name, field), ...choice, ...embeds, ...Object.keys(field.alsoAs ?? {})];
  return paths.map((path) => ({ path, by: name }));
}

/** Path of a field in a request body; includes the lifecycle's state, which steps set. */
function bodyPlacements(entity: Entity, name: string, field: Field): FieldPlacement[] {
  if (name === entity.lifecycle?.field) return [{ path: name, by: name }];
  const isSet = !(field.readOnly || field.computed || field.hidden);
  return isSet ? [{ path: writePathOf(name, field), by: name }] : [];
}

/** Finds paths that are equal or inside each other: one value would overwrite the other. */
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

/** Names of embedded records and choices must be unique and differ from field names. */
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

/** Finds paths and names that are not valid keys of a response. */
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

/** Checks the paths of fields in responses and bodies. */
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
