import { isSortable, kinds, kindsThat } from '../../kinds/index.ts';
import { defaultSortNames } from '../../lists/listSort.ts';
import { fieldsAlong } from '../../relations/fieldPath.ts';
import { hasRight, mayReadRecords, type Role, roles } from '../../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { Field, KindName } from '../../schema/field/field.ts';
import { filterFieldOf } from '../../values/files.ts';
import { type Check, type CheckContext, kindNoun, mistake } from '../support/mistake.ts';

/** The roles that receive the field, in lists or in single records. */
const readersOf = ({ access }: Entity, field: Field): Role[] =>
  roles.filter((role) => mayReadRecords(access, role) && mayRead(field, role));

const listersOf = ({ access }: Entity): Role[] => roles.filter((role) => hasRight(access, 'list', role));

/** @returns Why the roles may not see the field through another one, or undefined if they may. */
function whyHidden(field: Field, readers: readonly Role[]): string | undefined {
  if (field.hidden) return 'which is hidden';
  if (field.encrypted) return 'which is encrypted';
  const deniedRoles = readers.filter((role) => !mayRead(field, role));
  return deniedRoles.length > 0 ? `which ${deniedRoles.join(', ')} may not read` : undefined;
}

/** Every role that reads a reference must be allowed to read the fields that it embeds. */
function checkEmbeds({ entity, entities }: CheckContext, name: string, field: Field): string[] {
  const target = entities.get(field.to ?? '');
  if (field.kind !== 'reference' || !target || field.hidden) return [];
  const readers = readersOf(entity, field);
  const paths = [...new Set([...(field.embed ?? []), ...Object.values(field.alsoAs ?? {})])];
  return paths.flatMap((path) => {
    const along = fieldsAlong(target, path, entities) ?? [];
    const [why] = along.map((one) => whyHidden(one, readers)).filter((reason) => reason !== undefined);
    if (why) {
      const hint = why.endsWith('read') ? `leave it out, or narrow "read" of ${name}` : 'leave it out';
      return [mistake(entity, name, `embeds "${path}", ${why}; ${hint}`)];
    }
    if (field.detailOnly || !along.some((one) => one.detailOnly)) return [];
    const what = `embeds "${path}", which no list answers; leave it out, or make ${name} detailOnly`;
    return [mistake(entity, name, what)];
  });
}

const searchableKinds = kindsThat(({ list }) => list.searched);

/** A search covers only texts and tags, and no field that a searching role may not read. */
function checkSearch({ entity, entities }: CheckContext, path: string): string[] {
  const along = fieldsAlong(entity, path, entities) ?? [];
  const last = along.at(-1);
  const [head] = along;
  if (!last || !head) return [];
  const names = (why: string) => [mistake(entity, 'list.search', `names "${path}", ${why}`)];
  const secret = along.find((one) => one.hidden || one.encrypted);
  if (secret) return names(`which is ${secret.hidden ? 'hidden' : 'encrypted'}; leave it out`);
  if (!searchableKinds.includes(last.kind))
    return names(`of the kind ${last.kind}; a search looks in ${searchableKinds.join(', ')} alone`);
  if (last.kind === 'tags' && along.at(-2)?.kind === 'object')
    return names('tags within an object; a search looks in tags of the record alone');
  const searching = listersOf(entity).filter((role) => mayRead(head, role));
  const [why] = along
    .slice(1)
    .map((one) => whyHidden(one, searching))
    .filter((reason) => reason !== undefined);
  return why ? names(`${why}; leave it out`) : [];
}

/** The kind that a list filters the field by: a reference for a joined set, a boolean for the presence of a file. */
function filterKind(field: Field | undefined): KindName | undefined {
  if (field?.joined) return 'reference';
  return filterFieldOf(field)?.kind;
}

/** Hidden and encrypted fields cannot filter or sort a list. */
function checkListField(
  entity: Entity,
  place: string,
  names: readonly string[],
  isPossible: (kind: KindName) => boolean,
) {
  return names.flatMap((name) => {
    const field = fieldOf(entity, name);
    const word = (['hidden', 'encrypted'] as const).find((one) => field?.[one]);
    if (word) return [mistake(entity, place, `names "${name}", which is ${word}; leave it out`)];
    const kind = place === 'list.filters' ? filterKind(field) : field?.kind;
    if (!field || !kind || (field.computed && !field.formula) || isPossible(kind)) return [];
    return [
      mistake(entity, place, `names "${name}", and no list can do that by ${kindNoun(field.kind)}; leave it out`),
    ];
  });
}

/** Columns of a list must be in its responses. */
const checkColumns = (entity: Entity, place: string, columns: readonly string[] = []): string[] =>
  columns.flatMap((name) => {
    const field = fieldOf(entity, name.split('.')[0] ?? '');
    const word = (['hidden', 'encrypted', 'detailOnly', 'inputOnly'] as const).find((one) => field?.[one]);
    return word ? [mistake(entity, place, `names "${name}", which is ${word} and in no list; leave it out`)] : [];
  });

/** The initial sort and the range apply to every role that lists, so each must be able to read them. */
function checkForEveryLister(entity: Entity, place: string, name: string | undefined): string[] {
  const field = name === undefined ? undefined : fieldOf(entity, name);
  const deniedRoles = field && !field.hidden ? listersOf(entity).filter((role) => !mayRead(field, role)) : [];
  if (deniedRoles.length === 0) return [];
  return [
    mistake(entity, place, `names "${name}", which ${deniedRoles.join(', ')} may not read; name a field that all see`),
  ];
}

/** Checks that embeds, columns, search, filters and sorts show fields only to roles that may read them. */
export const checkVisibility: Check = (context) => {
  const { entity } = context;
  const { columns, filters = [], search = [], sortable = [], range } = entity.list;
  const sorted = defaultSortNames(entity);
  return [
    ...Object.entries(entity.fields).flatMap(([name, field]) => checkEmbeds(context, name, field)),
    ...checkColumns(entity, 'list.columns', columns),
    ...(entity.screens ?? []).flatMap((one) => checkColumns(entity, `screens ${one.path} columns`, one.columns)),
    ...search.flatMap((path) => checkSearch(context, path)),
    ...checkListField(entity, 'list.filters', filters, (kind) => kinds[kind].filter !== undefined),
    ...checkListField(entity, 'list.sortable', sortable, isSortable),
    ...checkListField(entity, 'list.sort', sorted, isSortable),
    ...checkListField(entity, 'list.range', range === undefined ? [] : [range], () => true),
    ...sorted.flatMap((name) => checkForEveryLister(entity, 'list.sort', name)),
    ...checkForEveryLister(entity, 'list.range', range),
  ];
};
