import { hasRight, type Role, roles } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import { type Entity, fieldOf, mayRead, mayWrite } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import type { EmbeddedListDeclaration, FormDeclaration } from '../../schema/screen.ts';
import { pages } from '../../screens/menu.ts';
import { checkLabel } from '../fields/fields.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

/** A place in the console where a role finds the entity's records, and the form there. */
interface FormPlace {
  readonly form: FormDeclaration;
}

const screenOf = ({ screens = [] }: Entity, role: Role) => screens.filter((screen) => screen.roles.includes(role));

/** The sections of children that show the entity to a role, and their forms. */
const sectionsOf = ({ entity, entities }: CheckContext, role: Role) =>
  !hasRight(entity.access, 'list', role)
    ? []
    : [...entities.values()].flatMap((holder) =>
        Object.values(holder.children ?? {})
          .filter((one) => one.entity === entity.name && hasRight(holder.access, 'get', role))
          .map(({ add = [] }) => ({ holder, add })),
      );

/**
 * The places where a role finds the entity: its screens, and other entities' pages that contain it, if the role reaches
 * those.
 */
function formPlaces(context: CheckContext, role: Role, seen: readonly string[] = []): FormPlace[] {
  const { entity, entities } = context;
  const { form = [], embeddedIn = [] } = entity;
  const found = (name: string, holder: Entity | undefined): holder is Entity =>
    holder !== undefined &&
    !seen.includes(name) &&
    formPlaces({ entity: holder, entities }, role, [...seen, entity.name]).length > 0;
  const around = embeddedIn.filter((one) => one.roles.includes(role) && found(one.entity, entities.get(one.entity)));
  const below = sectionsOf(context, role).filter(({ holder }) => found(holder.name, holder));
  return [
    ...screenOf(entity, role).map((screen) => ({ form: screen.form ?? form })),
    ...around.map(() => ({ form })),
    ...below.map(({ add }) => ({ form: add })),
  ];
}

/** The operations, steps and actions of a role, without an edit that has no field to set. */
function operationsOf(entity: Entity, role: Role): string[] {
  const { access } = entity;
  const writes = Object.values(entity.fields).some((field) => mayWrite(field, role, 'edit'));
  const plain = (['create', 'edit', 'remove'] as const).filter((one) => hasRight(access, one, role));
  const steps = entitySteps(entity).filter((step) => step.roles.includes(role));
  const actions = namedActions(entity).filter((action) => action.roles.includes(role));
  return [...plain.filter((one) => one !== 'edit' || writes), ...[...steps, ...actions].map(({ name }) => name)];
}

/** True if the form has a field that the role may set; without one the form cannot create or edit. */
const formServes = (entity: Entity, { form }: FormPlace, role: Role, operation: 'create' | 'edit'): boolean =>
  form.flat().some((name) => {
    const field = fieldOf(entity, name.split('.')[0] ?? '');
    return field !== undefined && mayWrite(field, role, operation);
  });

function isReached(entity: Entity, places: readonly FormPlace[], role: Role, operation: string): boolean {
  const isServed = (entity.servedBy ?? []).some(
    (one) => one.roles.includes(role) && one.operations.includes(operation),
  );
  if (isServed) return true;
  if (Object.hasOwn(entity.actions ?? {}, operation)) return places.length > 0;
  const route = operation === 'create' || operation === 'remove' ? operation : 'edit';
  if (entity.without?.includes(route)) return false;
  if (operation !== 'create' && operation !== 'edit') return places.length > 0;
  return places.some((place) => formServes(entity, place, role, operation));
}

/** Why an entity that says nothing about screens has none; empty if it has one, or never had one. */
function whyNoScreen({ entity, entities }: CheckContext): string {
  const holder = [...entities.values()].find(({ children = {} }) =>
    Object.values(children).some((one) => one.entity === entity.name),
  );
  return holder && !entity.screens ? `, for as one of the children of ${holder.name} it has no screen by itself` : '';
}

/** The three ways to give a role operations in the console. */
function howToReach(context: CheckContext, operations: readonly string[], role: Role): string {
  const { entity } = context;
  const field = operations.some((one) => one === 'create' || one === 'edit')
    ? ` with a field in its form that ${role} may set`
    : '';
  const servers = `"servedBy" where a page of your own serves it`;
  return `cannot be reached by ${role} in the console${whyNoScreen(context)}; name ${role} in "screens" of ${entity.name}${field}, or in "embeddedIn", or write ${servers}`;
}

function checkRole(context: CheckContext, role: Role): string[] {
  const { entity } = context;
  const places = formPlaces(context, role);
  const lost = operationsOf(entity, role).filter((operation) => !isReached(entity, places, role, operation));
  const named = lost.map((operation) => `"${operation}"`).join(', ');
  return lost.length === 0 ? [] : [mistake(entity, `access, ${named},`, howToReach(context, lost, role))];
}

/** The field that a list is filtered by: a stored field, a joined set, or a parameter of the list. */
function filterField(entity: Entity, by: string): Field | undefined {
  const own = entity.list.parameters?.[by];
  if (own || !entity.list.filters?.includes(by)) return own;
  return entity.fields[by]?.joined ? entity.fields[by] : storedField(entity, by);
}

function checkEmbeddedIn({ entity, entities }: CheckContext, one: EmbeddedListDeclaration): string[] {
  const place = `embeddedIn ${one.entity}`;
  const holder = entities.get(one.entity);
  if (!holder) return [mistake(entity, place, `is no entity; ${suggestion(one.entity, [...entities.keys()])}`)];
  const field = one.by === undefined ? undefined : filterField(entity, one.by);
  const narrows = one.by === undefined || (field?.items?.to ?? field?.to) === one.entity;
  const deniedRoles = one.roles.filter((role) => !hasRight(entity.access, 'list', role));
  const unread = field ? one.roles.filter((role) => !mayRead(field, role)) : [];
  const unreachedRoles = one.roles.filter((role) => formPlaces({ entity: holder, entities }, role).length === 0);
  return [
    ...(narrows
      ? []
      : [
          mistake(
            entity,
            place,
            `goes by "${one.by}", which is no filter that refers to it; add that reference to list.filters`,
          ),
        ]),
    ...(one.when && one.by === undefined ? [mistake(entity, place, 'says "when" without "by"; say both')] : []),
    ...checkCondition({ entity }, `${place} "when"`, holder, one.when),
    ...(one.label ? checkLabel(entity, place, one.label) : []),
    ...deniedRoles.map((role) =>
      mistake(entity, place, `is for ${role}, who may not list; leave it out, or name ${role} in access.list`),
    ),
    ...unread.map((role) =>
      mistake(entity, place, `goes by "${one.by}", which ${role} may not read; leave ${role} out, or add it to "read"`),
    ),
    ...unreachedRoles.map((role) =>
      mistake(
        entity,
        place,
        `is for ${role}, who does not find ${one.entity}; leave ${role} out, or give ${one.entity} a screen for it`,
      ),
    ),
  ];
}

function checkServedFrom({ entity, entities }: CheckContext): string[] {
  const all = [...pages, ...[...entities.values()].flatMap(({ screens = [] }) => screens)];
  const steps = { ...entity.lifecycle?.transitions, ...entity.actions };
  const names = ['create', 'edit', 'remove', ...Object.keys(steps)];
  return (entity.servedBy ?? []).flatMap(({ operations, roles: readers, from }) => {
    const place = `servedBy ${from}`;
    const known = from === 'lists' || all.some(({ path }) => path === from);
    const closed = readers.filter((role) => !all.some((one) => one.path === from && one.roles.includes(role)));
    return [
      ...(known ? [] : [mistake(entity, place, 'is no screen and no page; write the path of one, or "lists"')]),
      ...(known && from !== 'lists' ? closed : []).map((role) =>
        mistake(entity, place, `is for ${role}, who may not open it; leave ${role} out`),
      ),
      ...operations
        .filter((one) => !names.includes(one))
        .map((one) => mistake(entity, place, `serves "${one}", which is no operation; ${suggestion(one, names)}`)),
    ];
  });
}

/**
 * Checks that each role can reach each of its operations in the console, and checks `embeddedIn` and `servedBy`. Comments
 * and files are reached wherever the record is that they belong to.
 */
export const checkReachability: Check = (context) => [
  ...(context.entity.addedBy ? [] : roles.flatMap((role) => checkRole(context, role))),
  ...(context.entity.embeddedIn ?? []).flatMap((one) => checkEmbeddedIn(context, one)),
  ...checkServedFrom(context),
];
