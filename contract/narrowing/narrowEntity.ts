import type { Role } from '../roles/index.ts';
import { type Access, me, type Right, rights, roles } from '../schema/access.ts';
import type { DeclaredEntity } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import type { TimelineDeclaration } from '../schema/timeline.ts';
import { isFieldWithheld, isWithheld, type RightsNarrowing } from './withheld.ts';

/**
 * The declaration of an entity as a role has it without what a variant withholds. It may be an outline: each word that
 * is there is narrowed by itself.
 */

const without = (list: readonly Role[], role: Role): readonly Role[] => list.filter((one) => one !== role);

/** A part of a declaration in which no list of roles names the role. */
function withoutRole(part: unknown, role: Role): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutRole(one, role));
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
  return Object.fromEntries(
    Object.entries(part).map(([word, value]) =>
      word === 'roles' && Array.isArray(value) ? [word, without(value, role)] : [word, withoutRole(value, role)],
    ),
  );
}

/** The operation that a right goes with; reading is withheld as a whole. */
const operationOf: Readonly<Record<Right, string>> = {
  list: 'read',
  get: 'read',
  lookup: 'read',
  create: 'create',
  edit: 'edit',
  remove: 'remove',
};

/** True if a new record needs a field that the role may no longer write: then it creates none. */
function lacksRequired({ fields = {}, name }: DeclaredEntity, narrowing: RightsNarrowing): boolean {
  return Object.entries(fields).some(
    ([field, { required, default: given, readOnly, computed, write }]) =>
      required === true &&
      given === undefined &&
      !readOnly &&
      !computed &&
      (write === undefined || write.includes(narrowing.role)) &&
      isFieldWithheld(narrowing, { name }, field, 'write'),
  );
}

/** True if the role loses the right. The right to edit stays for the sake of steps; `without` ends other edits. */
function loses(entity: DeclaredEntity, narrowing: RightsNarrowing, right: Right): boolean {
  if (isWithheld(narrowing, entity, 'read')) return true;
  if (right === 'create' && lacksRequired(entity, narrowing)) return true;
  return right !== 'edit' && isWithheld(narrowing, entity, operationOf[right]);
}

function narrowAccess(entity: DeclaredEntity, narrowing: RightsNarrowing): Access {
  const { access } = entity;
  const { role } = narrowing;
  const lists = rights.flatMap((right) => {
    const list = right === 'get' ? (access.get ?? access.list) : access[right];
    return list && loses(entity, narrowing, right) ? [[right, without(list, role)]] : [];
  });
  const { [role]: _rule, ...others } = access.rows;
  return {
    ...access,
    ...Object.fromEntries(lists),
    ...(isWithheld(narrowing, entity, 'read') && { rows: others }),
  };
}

/** Operations that are left out of an entity, rather than withheld from a list of roles. */
const omitted = ['edit', 'export', 'restore'] as const;

function narrowWithout(entity: DeclaredEntity, narrowing: RightsNarrowing): DeclaredEntity['without'] {
  // Whoever may edit no other user still edits the own one.
  const ended = entity.name === 'user' ? omitted.filter((one) => one !== 'edit') : omitted;
  const withheld = ended.filter((one) => isWithheld(narrowing, entity, one) && !entity.without?.includes(one));
  return withheld.length === 0 ? entity.without : [...(entity.without ?? []), ...withheld];
}

function narrowField(entity: DeclaredEntity, narrowing: RightsNarrowing, name: string, field: Field): Field {
  const { role } = narrowing;
  const isUnseen = isFieldWithheld(narrowing, entity, name, 'read');
  const isUnwritten = isFieldWithheld(narrowing, entity, name, 'write');
  if (!isUnseen && !isUnwritten) return field;
  return {
    ...field,
    ...(isUnseen && { read: without(field.read ?? roles, role) }),
    ...(isUnwritten && !field.readOnly && !field.computed && { write: without(field.write ?? roles, role) }),
  };
}

/** The parts of the dashboard that name no field which is not seen, and that somebody still has. */
function narrowParts<Part extends { readonly roles: readonly Role[]; readonly only?: object }>(
  entity: DeclaredEntity,
  narrowing: RightsNarrowing,
  parts: Readonly<Record<string, Part>>,
  named: (part: Part) => readonly (string | undefined)[],
): Readonly<Record<string, Part>> {
  const isUnseen = (name: string | undefined) =>
    name !== undefined && isFieldWithheld(narrowing, entity, name.split('.')[0] ?? '', 'read');
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => {
      const isLost = [...named(part), ...Object.keys(part.only ?? {})].some(isUnseen);
      const left = isLost ? without(part.roles, narrowing.role) : part.roles;
      return left.length === 0 ? [] : [[name, { ...part, roles: left }]];
    }),
  );
}

/** The timeline without parts of entities that are not read, and without values that are not seen. */
function narrowTimeline(timeline: TimelineDeclaration, narrowing: RightsNarrowing): TimelineDeclaration {
  const parts = Object.entries(timeline.parts ?? {}).map(([key, part]) => {
    const { names, counts, roles: own, ...rest } = part;
    const other = { name: part.entity };
    const isUnseen = (name: string | undefined) =>
      name !== undefined && isFieldWithheld(narrowing, other, name.split('.')[0] ?? '', 'read');
    const left = own && isWithheld(narrowing, other, 'read') ? without(own, narrowing.role) : own;
    return [
      key,
      {
        ...rest,
        ...(left && { roles: left }),
        ...(names !== undefined && !isUnseen(names) && { names }),
        ...(counts !== undefined && !isUnseen(counts) && { counts }),
      },
    ];
  });
  return { ...timeline, parts: Object.fromEntries(parts) };
}

/** The steps or actions without the role where one is withheld. */
const narrowNamed = <One extends { readonly roles: readonly Role[] }>(
  entity: DeclaredEntity,
  narrowing: RightsNarrowing,
  named: Readonly<Record<string, One>>,
): Readonly<Record<string, One>> =>
  Object.fromEntries(
    Object.entries(named).map(([name, one]) => [
      name,
      isWithheld(narrowing, entity, name) ? { ...one, roles: without(one.roles, narrowing.role) } : one,
    ]),
  );

/** The words that go with the right to list: without it the role is in none of their lists. */
const listed = ['screens', 'embeddedIn', 'servedBy', 'queue', 'metrics', 'charts', 'lifecycle', 'actions'] as const;

/** The lists in other records without those that go by a field which is not seen, or that are in records not read. */
const narrowEmbedded = (
  entity: DeclaredEntity,
  narrowing: RightsNarrowing,
  lists: NonNullable<DeclaredEntity['embeddedIn']>,
): NonNullable<DeclaredEntity['embeddedIn']> =>
  lists.map((one) =>
    isFieldWithheld(narrowing, entity, one.by ?? '', 'read') || isWithheld(narrowing, { name: one.entity }, 'read')
      ? { ...one, roles: without(one.roles, narrowing.role) }
      : one,
  );

/** The words of the declaration that a part of it is narrowed to, beside the rights. */
function narrowWords(entity: DeclaredEntity, narrowing: RightsNarrowing): Partial<DeclaredEntity> {
  const { fields, lifecycle, actions, queue, metrics, charts, timeline, embeddedIn } = entity;
  return {
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, narrowField(entity, narrowing, name, field)]),
      ),
    }),
    ...(lifecycle && {
      lifecycle: { ...lifecycle, transitions: narrowNamed(entity, narrowing, lifecycle.transitions) },
    }),
    ...(actions && { actions: narrowNamed(entity, narrowing, actions) }),
    ...(queue && {
      queue: Object.fromEntries(
        Object.entries(narrowParts(entity, narrowing, queue, ({ since }) => [since])).map(([name, one]) => [
          name,
          {
            ...one,
            shows: one.shows.filter((path) => !isFieldWithheld(narrowing, entity, path.split('.')[0] ?? '', 'read')),
          },
        ]),
      ),
    }),
    ...(metrics && { metrics: narrowParts(entity, narrowing, metrics, ({ sum, since }) => [sum, since]) }),
    ...(charts && {
      charts: narrowParts(entity, narrowing, charts, ({ sum, by, series = {} }) => [
        sum,
        by,
        ...Object.values(series).flatMap(({ only }) => Object.keys(only)),
      ]),
    }),
    ...(embeddedIn && { embeddedIn: narrowEmbedded(entity, narrowing, embeddedIn) }),
    ...(timeline && { timeline: narrowTimeline(timeline, narrowing) }),
  };
}

const ownUserOnly = {
  en: 'Your rights are narrowed: you edit your own user only',
  zh: '您的权限已被收窄，只能编辑自己的用户信息',
} as const;

/** @returns The declaration, or its outline, without what the narrowing withholds. Nothing is ever added to it. */
export function narrowEntity<One extends DeclaredEntity>(entity: One, narrowing: RightsNarrowing): One {
  const own = narrowing.role;
  const words = narrowWords(entity, narrowing);
  const left = narrowWithout(entity, narrowing);
  const narrowed = {
    ...entity,
    ...words,
    access: narrowAccess(entity, narrowing),
    ...(left && { without: left }),
  };
  if (isWithheld(narrowing, entity, 'import')) delete (narrowed as { import?: unknown }).import;
  if (entity.name === 'user' && isWithheld(narrowing, entity, 'edit') && entity.editWhile)
    Object.assign(narrowed, { editWhile: { ...entity.editWhile, id: me('id') }, editOtherwise: ownUserOnly });
  if (!isWithheld(narrowing, entity, 'read')) return narrowed;
  const lost = listed.flatMap((word) => (narrowed[word] ? [[word, withoutRole(narrowed[word], own)]] : []));
  return { ...narrowed, ...Object.fromEntries(lost) };
}
