import { kinds } from '../../kinds/index.ts';
import { hasLookup, mayList, mayPick } from '../../lists/lookup.ts';
import { titleColumn } from '../../relations/title.ts';
import { hasRight, mayReadRecords, type Role, roles } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import { type Entity, mayRead, mayWrite } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';

/**
 * A lookup returns, searches and sorts by titles, so the title must be a text field of the record with an index for
 * each use.
 */
function checkTitle(entity: Entity): string[] {
  const title = titleColumn(entity);
  const report = (what: string) => [mistake(entity, 'access.lookup', what)];
  const field = storedField(entity, title);
  const isText = field !== undefined && (field.kind === 'text' || kinds[field.kind].localized);
  if (!isText || field.hidden || field.encrypted || field.readPath)
    return report(`tells the title "${title}", which is no plain text of the record; name another title`);
  const { search = [], columns, sortable = [] } = entity.list;
  return [
    ...(search.includes(title)
      ? []
      : report(`looks for "${title}"; name it in list.search, so that an index finds it`)),
    ...([...columns, ...sortable].includes(title)
      ? []
      : report(`orders by "${title}"; name it in list.columns or list.sortable, so that an index serves it`)),
  ];
}

/** Checks `access.lookup`: its roles may not list the entity, and the title must be searchable. */
export const checkLookup: Check = ({ entity }) => {
  if (!hasLookup(entity)) return [];
  const listing = (entity.access.lookup ?? []).filter((role) => mayList(entity, role));
  return [
    ...listing.map((role) => mistake(entity, 'access.lookup', `names ${role}, who lists them all; leave ${role} out`)),
    ...checkTitle(entity),
  ];
};

/** A reference, its place in the declaration, and the roles that read or set it. */
interface PickedReference {
  readonly place: string;
  readonly field: Field;
  readonly roles: readonly Role[];
  /** The declaration word to remove a role from if it cannot pick a record. */
  readonly word: string;
}

/**
 * References inside objects and lists have the roles of their outermost field. Read-only references are never picked.
 */
const referencesIn = (pointer: PickedReference): PickedReference[] => {
  const { place, field } = pointer;
  if (field.readOnly) return [];
  if (field.kind === 'reference') return [pointer];
  const inner = Object.entries(field.fields ?? {}).map(([name, one]) => [`${place}.${name}`, one] as const);
  const items = field.items ? [[place, field.items] as const] : [];
  return [...inner, ...items].flatMap(([at, one]) => referencesIn({ ...pointer, place: at, field: one }));
};

const writersOf = ({ access, without = [] }: Entity, field: Field): Role[] =>
  roles.filter((role) =>
    (['create', 'edit'] as const).some(
      (operation) =>
        hasRight(access, operation, role) && !without.includes(operation) && mayWrite(field, role, operation),
    ),
  );

/**
 * References that roles pick in forms, steps and actions. A list's filters are left out: they offer only records that
 * the role can pick.
 */
function pickedReferences(entity: Entity): PickedReference[] {
  const asked = (at: string, fields: Fields = {}, who: readonly Role[], word: string) =>
    Object.entries(fields).map(
      ([name, field]): PickedReference => ({ place: `${at}.${name}`, field, roles: who, word }),
    );
  const own = Object.entries(entity.fields).map(
    ([place, field]): PickedReference => ({
      place,
      field,
      word: '"write"',
      roles: writersOf(entity, field).filter((role) => !field.fixedFor?.includes(role)),
    }),
  );
  const steps = entitySteps(entity);
  return [
    ...own,
    ...steps.flatMap((step) => asked(`lifecycle.${step.name}.input`, step.input, step.roles, '"roles"')),
    ...namedActions(entity).flatMap((one) => asked(`actions.${one.name}.input`, one.input, one.roles, '"roles"')),
  ].flatMap(referencesIn);
}

/**
 * A role that sets a reference must be able to pick records; otherwise its picker would be empty and every opening
 * denied.
 */
const checkCanPick = ({ entity, entities }: CheckContext): string[] =>
  pickedReferences(entity).flatMap(({ place, field, roles: who, word }) => {
    const target = entities.get(field.to ?? '');
    const deniedRoles = target ? who.filter((role) => !mayPick(target, role)) : [];
    if (!target || deniedRoles.length === 0) return [];
    const names = deniedRoles.join(', ');
    const what = `refers to "${target.name}", which ${names} may set and can neither list nor look up`;
    return [mistake(entity, place, `${what}; name ${names} in its access.lookup, or leave them out of ${word}`)];
  });

/**
 * A reference is shown by its embedded title, or by a title that the reader may request. A reference inside an object
 * has no embed.
 */
const checkCanReadTitle = ({ entity, entities }: CheckContext): string[] =>
  Object.entries(entity.fields).flatMap(([place, field]) => {
    const target = entities.get(field.to ?? '');
    if (field.kind !== 'reference' || !target || field.hidden || field.inputOnly || field.embed?.length) return [];
    const deniedRoles = roles.filter(
      (role) =>
        mayReadRecords(entity.access, role) &&
        mayRead(field, role) &&
        !mayPick(target, role) &&
        !hasRight(target.access, 'get', role),
    );
    if (deniedRoles.length === 0) return [];
    const names = deniedRoles.join(', ');
    const advice = `embed its title, name ${names} in its access.lookup, or leave them out of "read"`;
    return [mistake(entity, place, `is shown to ${names}, who may not look at "${target.name}"; ${advice}`)];
  });

/** Finds references that a role may set but not pick, or may read without access to the title. */
export const checkPickers: Check = (context) => [...checkCanPick(context), ...checkCanReadTitle(context)];
