import { kindsThat } from '../../kinds/index.ts';
import { hasRight, type Role, roles } from '../../schema/access.ts';
import type { ChildrenDeclaration } from '../../schema/children.ts';
import { type Entity, mayWrite, restrictsDelete } from '../../schema/entity.ts';
import { isComputedDefault, isFromReference } from '../../schema/field/default.ts';
import type { Field, KindName } from '../../schema/field/field.ts';
import { unitReference } from '../../values/unit.ts';
import { checkLabel } from '../fields/fields.ts';
import { type Check, type CheckContext, mistake, storedField, wrongLetters } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

/** Builds the sentence of a mistake in a section of children. */
type DescribeMistake = (what: string) => string;

const creatorsOf = ({ access, without = [] }: Entity): Role[] =>
  without.includes('create') ? [] : roles.filter((role) => hasRight(access, 'create', role));

function checkPlace(
  { entity }: CheckContext,
  child: Entity,
  { by }: ChildrenDeclaration,
  says: DescribeMistake,
): string[] {
  const narrows = storedField(child, by)?.to === entity.name && child.list.filters?.includes(by);
  const seen = roles.some((role) => hasRight(entity.access, 'get', role) && hasRight(child.access, 'list', role));
  const twice = (child.embeddedIn ?? []).some((one) => one.entity === entity.name && one.by === by);
  return [
    ...(narrows
      ? []
      : [
          says(
            `go by "${by}", which is no filter of ${child.name} that refers to ${entity.name}; add that reference to list.filters of ${child.name}`,
          ),
        ]),
    ...(seen ? [] : [says(`are for nobody: no role may get ${entity.name} and list ${child.name}; name one in both`)]),
    ...(twice ? [says(`stand there already, by "embeddedIn" of ${child.name}; leave that out`)] : []),
  ];
}

/** Options of fields that a row of inputs does not support, or whose path in the child's own body would differ. */
const excludedOptions = ['secret', 'shownWhen', 'readPath', 'writePath'] as const;
const excludedKinds: readonly KindName[] = ['list', 'file', ...kindsThat(({ empty }) => empty === 'object')];

/** True if a row of inputs has the value of a field: it asks for it, or the declaration or the parent gives it. */
function isKnownInRow(child: Entity, by: string, add: readonly string[], name: string): boolean {
  const start = storedField(child, name)?.default;
  const isCopied = isFromReference(start) && (start.from === by || add.includes(start.from));
  return add.includes(name) || isCopied || (!isComputedDefault(start) && (start ?? null) !== null);
}

/** Why an amount or a quantity cannot be in a row of inputs, as the end of a sentence. */
function whyUnknownInRow(child: Entity, by: string, add: readonly string[], field: Field): string[] {
  const { currency, unitOf } = field;
  const reference = unitReference(child.fields, field);
  return [
    ...(currency === undefined || isKnownInRow(child, by, add, currency)
      ? []
      : [
          `whose currency "${currency}" no row has; add it, or give it a default, such as { from: '${by}', field: '${currency}' }`,
        ]),
    ...(reference === undefined || add.includes(reference)
      ? []
      : [`whose unit is that of "${unitOf}", which no row has; add "${reference}"`]),
  ];
}

function checkNestedChildren(
  child: Entity,
  { by, nested, add = [] }: ChildrenDeclaration,
  says: DescribeMistake,
): string[] {
  if (!nested) return [];
  const named = add.flatMap((name): [string, Field][] => (child.fields[name] ? [[name, child.fields[name]]] : []));
  return [
    ...(add.length === 0 ? [says('say "nested" and name no fields to "add"; name them')] : []),
    ...(creatorsOf(child).length === 0
      ? [says(`say "nested", and nobody may create ${child.name}; leave it out`)]
      : []),
    ...(add.includes('remove')
      ? [says('say "nested" and add "remove", which a body says of what goes; name it otherwise')]
      : []),
    ...named.flatMap(([name, field]) =>
      excludedOptions
        .filter((word) => field[word])
        .map((word) =>
          says(
            `say "nested" and add "${name}", whose "${word}" no row of inputs knows; leave "nested" out, so that they are added one by one`,
          ),
        ),
    ),
    ...named.flatMap(([name, field]) =>
      whyUnknownInRow(child, by, add, field).map((what) => says(`say "nested" and add "${name}", ${what}`)),
    ),
    ...named
      .filter(([, { kind }]) => excludedKinds.includes(kind))
      .map(([name, { kind }]) => says(`say "nested" and add "${name}", ${kind} within a list; leave one out`)),
  ];
}

/** The section's form has only fields that a role may set, and every field that a child requires. */
function checkAdd(child: Entity, { by, add = [] }: ChildrenDeclaration, says: DescribeMistake): string[] {
  const isSet = (field: Field) =>
    roles.some((role) => mayWrite(field, role, 'create') || mayWrite(field, role, 'edit'));
  const creators = creatorsOf(child);
  const needed = Object.entries(child.fields).filter(
    ([name, field]) =>
      name !== by &&
      field.required &&
      field.default === undefined &&
      creators.some((role) => mayWrite(field, role, 'create')),
  );
  return [
    ...add
      .filter((name) => !Object.hasOwn(child.fields, name))
      .map((name) =>
        says(`add "${name}", which is no field of ${child.name}; ${suggestion(name, Object.keys(child.fields))}`),
      ),
    ...add
      .filter((name) => Object.hasOwn(child.fields, name) && !isSet(child.fields[name] as Field))
      .map((name) => says(`add "${name}", which nobody may set; leave it out`)),
    ...(add.includes(by) ? [says(`add "${by}", which is the record that they belong to; leave it out`)] : []),
    ...(add.length === 0 ? [] : needed)
      .filter(([name]) => !add.includes(name))
      .map(([name]) => says(`do not add "${name}", which is required; name it there`)),
  ];
}

const removeModes = ['cascade', 'restrict'];

/** Deleting the parent must not leave children without it: it deletes them too, or is refused. */
function checkOnDelete(child: Entity, { by, onDelete }: ChildrenDeclaration, says: DescribeMistake): string[] {
  const field = child.fields[by];
  if (onDelete !== undefined && !removeModes.includes(onDelete))
    return [says(`have "${onDelete}" as "onDelete"; ${suggestion(onDelete, removeModes)}`)];
  if (onDelete === undefined && field && !restrictsDelete(field))
    return [says('would be left behind when their record is deleted; say "onDelete"')];
  if (onDelete === 'cascade' && field?.onDelete === 'restrict')
    return [says(`say "cascade", and ${child.name}.${by} says onDelete "restrict"; leave one out`)];
  if (onDelete === 'restrict' && field?.onDelete === 'allow')
    return [says(`say "restrict", and ${child.name}.${by} says onDelete "allow"; leave one out`)];
  return [];
}

function checkSection(context: CheckContext, name: string, one: ChildrenDeclaration): string[] {
  const { entity, entities } = context;
  const child = entities.get(one.entity);
  const says: DescribeMistake = (what) => mistake(entity, `children.${name}`, what);
  const names = [
    ...wrongLetters(name).map(says),
    ...(Object.hasOwn(entity.fields, name) ? [says('has the name of a field; give it another')] : []),
    ...(one.label ? checkLabel(entity, `children.${name}`, one.label) : []),
  ];
  if (!child)
    return [...names, says(`are "${one.entity}", which is no entity; ${suggestion(one.entity, [...entities.keys()])}`)];
  return [
    ...names,
    ...checkPlace(context, child, one, says),
    ...checkAdd(child, one, says),
    ...checkNestedChildren(child, one, says),
    ...checkOnDelete(child, one, says),
  ];
}

/** Checks the sections of children: entity, form, nested saving and deletion. */
export const checkChildren: Check = (context) =>
  Object.entries(context.entity.children ?? {}).flatMap(([name, one]) => checkSection(context, name, one));
