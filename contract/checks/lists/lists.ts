import { endpoints } from '../../endpoints/index.ts';
import { isTime, valueFilters } from '../../lists/filters.ts';
import { defaultSortNames, maxSortFields } from '../../lists/listSort.ts';
import { isOwnText } from '../../lists/searchPath.ts';
import { hasRight, type Role, roles } from '../../schema/access.ts';
import { baseFields, type Entity, fieldOf } from '../../schema/entity.ts';
import { iconNames } from '../../schema/icon.ts';
import type { FormDeclaration, ScreenDeclaration } from '../../schema/screen.ts';
import { menuGroups } from '../../screens/menu.ts';
import { screenNamesRecord } from '../../screens/recordNoun.ts';
import { checkFields, checkLabel } from '../fields/fields.ts';
import { whyInvalid } from '../fields/sampleValues.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake, repeated, storedField } from '../support/mistake.ts';
import { serverTables } from '../support/serverTables.ts';
import { suggestion } from '../support/suggest.ts';

type NameTest = (entity: Entity, name: string) => boolean;

const isField: NameTest = (entity, name) => fieldOf(entity, name) !== undefined;
const isColumn: NameTest = (entity, name) => storedField(entity, name) !== undefined;
const isQueryableField: NameTest = (entity, name) =>
  isColumn(entity, name) || fieldOf(entity, name)?.formula !== undefined;
const isFilter: NameTest = (entity, name) => isQueryableField(entity, name) || fieldOf(entity, name)?.joined === true;
const isListColumn: NameTest = ({ list }, name) => list.columns.includes(name);
const isLaterColumn: NameTest = ({ list }, name) => list.columns.indexOf(name) > 0;

/** One mistake for each name that is not known at this place. */
const checkNames = (entity: Entity, place: string, names: readonly string[], knows: NameTest, what: string): string[] =>
  names
    .filter((name) => !knows(entity, name))
    .map((name) => mistake(entity, place, `names "${name}", ${what}; ${cureOf(entity, name, knows)}`));

/** The correction of an unknown name: the most similar known one, or what can be named. */
function cureOf(entity: Entity, name: string, knows: NameTest): string {
  const near = suggestion(
    name,
    [...Object.keys(entity.fields), ...Object.keys(baseFields)].filter((one) => knows(entity, one)),
  );
  return near.startsWith('did') ? near : 'name one, or leave it out';
}

const noField = 'which is no field';
const noLaterColumn = 'which is no column after the first';
const noColumn = 'which is no stored field';

/**
 * True if text search can cover the path: in the entity, inside an object, or in a referenced record
 * (`enterprise.name`).
 */
function isSearched({ entity, entities }: CheckContext, path: string): boolean {
  const [head = '', ...rest] = path.split('.');
  if (rest.length === 0) return isColumn(entity, head);
  if (isOwnText(entity, path)) return isColumn(entity, head) && fieldOf(entity, path) !== undefined;
  const field = Object.values(entity.fields).find((one) => one.as === head);
  const target = entities.get(field?.to ?? '');
  return target !== undefined && isSearched({ entity: target, entities }, rest.join('.'));
}

/** Checks one field of the list's own order. */
function checkSortField(entity: Entity, name: string): string[] {
  if (!isColumn(entity, name)) return checkNames(entity, 'list.sort', [name], isColumn, noColumn);
  const sortable = [...entity.list.columns, ...(entity.list.sortable ?? []), 'id', 'created_at'];
  if (sortable.includes(name)) return [];
  return [
    mistake(entity, 'list.sort', `names "${name}", which is neither a column nor named in list.sortable; add it there`),
  ];
}

/** Checks the order of the fields of the list's own order: `id` decides between all records, so nothing follows it. */
function checkSortFields(entity: Entity, names: readonly string[]): string[] {
  const report = (what: string) => [mistake(entity, 'list.sort', what)];
  if (names.length === 0) return report('names no field; name one, or leave it out');
  const at = names.indexOf('id');
  return [
    ...(names.length > maxSortFields ? report(`names ${names.length} fields; write at most ${maxSortFields}`) : []),
    ...repeated(names).flatMap((name) => report(`names "${name}" twice; leave one out`)),
    ...(at >= 0 && at < names.length - 1
      ? report('names fields after "id", which no two records share; write "id" last, or leave it out')
      : []),
  ];
}

function checkSort({ entity }: CheckContext): string[] {
  const names = defaultSortNames(entity);
  return [...names.flatMap((name) => checkSortField(entity, name)), ...checkSortFields(entity, names)];
}

function checkRange({ entity }: CheckContext): string[] {
  const { range } = entity.list;
  const field = range === undefined ? undefined : storedField(entity, range);
  if (range === undefined || (field && isTime(field))) return [];
  return [mistake(entity, 'list.range', `names "${range}", which is no stored point in time or day; name one`)];
}

/** Checks the hints for an empty list: only for roles that may list; `everyone` covers the roles that are not named. */
const checkEmpty = ({ entity }: CheckContext): string[] => {
  const { empty = {} } = entity.list;
  const readers = roles.filter((role) => hasRight(entity.access, 'list', role));
  const isHeard = (role: string) =>
    role === 'everyone' ? readers.some((reader) => !empty[reader]) : readers.includes(role as Role);
  const why = (role: string) =>
    role === 'everyone' ? 'and each role that may list it is named' : 'which may not list it';
  return Object.entries(empty).flatMap(([role, label]) => [
    ...(isHeard(role) ? [] : [mistake(entity, 'list.empty', `is for ${role}, ${why(role)}; leave it out`)]),
    ...checkLabel(entity, `list.empty.${role}`, label),
  ]);
};

/** Checks the columns, filters, search, sort and parameters of the list. */
export const checkList: Check = (context) => {
  const { entity } = context;
  const { list } = entity;
  return [
    ...checkNames(entity, 'list.columns', list.columns, isField, noField),
    ...(list.columns.length > 0 ? [] : [mistake(entity, 'list.columns', 'names no field; write the title first')]),
    ...checkNames(entity, 'list.optional', list.optional ?? [], isLaterColumn, noLaterColumn),
    ...checkNames(entity, 'list.identifies', list.identifies ?? [], isListColumn, 'which is no column'),
    ...checkNames(entity, 'list.card', list.card ?? [], isLaterColumn, noLaterColumn),
    ...checkNames(entity, 'list.filters', list.filters ?? [], isFilter, noColumn),
    ...checkNames(entity, 'list.search', list.search ?? [], (_, path) => isSearched(context, path), noColumn),
    ...checkNames(entity, 'list.sortable', list.sortable ?? [], isQueryableField, noColumn),
    ...(list.notInGlobalSearch && !list.search
      ? [mistake(entity, 'list.notInGlobalSearch', 'has no search to stand alone; add list.search, or leave it out')]
      : []),
    ...checkSort(context),
    ...checkRange(context),
    ...checkEmpty(context),
    ...checkFields(context, 'list.parameters', list.parameters ?? {}),
  ];
};

const checkForm = (entity: Entity, place: string, form: FormDeclaration = []): string[] =>
  checkNames(entity, place, form.flat(), isField, noField);

/** The table of an entity is one that neither the server nor PostgreSQL has. */
function checkTable(entity: Entity): string[] {
  const { table } = entity;
  if (!serverTables.includes(table) && !table.startsWith('pg_')) return [];
  const other = `${table.replace(/^pg_/, '')}_record`;
  return [mistake(entity, 'table', `is "${table}", which the database has already; write another, such as "${other}"`)];
}

/** The last words of addresses that every entity answers itself. */
const operationWords = ['list', 'export', 'lookup', 'totals', 'import', 'restore'];

/** A new record is sent to an address that no endpoint of the server has. */
function checkCreatePath(entity: Entity): string[] {
  const { path } = entity;
  const isMade = !entity.without?.includes('create') && Boolean(entity.access.create);
  const isAnswered = Object.values(endpoints).some((one) => one.method === 'POST' && one.path === `/v1/${path}`);
  return isMade && isAnswered
    ? [mistake(entity, 'path', `is "${path}", where the server answers itself; write another`)]
    : [];
}

/** The path of an entity leads to addresses under `/v1/` that nothing else answers. */
function checkApiPath(entity: Entity): string[] {
  const { path, name } = entity;
  const says = (what: string) => [mistake(entity, 'path', `is "${path}"${what}`)];
  if (path === name) return checkCreatePath(entity);
  if (!/^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/.test(path) || /^v1(\/|$)/.test(path))
    return says(`; write it as it follows /v1/, in small letters, such as "${name}"`);
  if (operationWords.includes(path.split('/').at(-1) ?? ''))
    return says(', which ends like an operation of a list; write another');
  return checkCreatePath(entity);
}

/** Finds unique groups of no field, and groups of the same fields. */
function checkUniqueGroups(entity: Entity): string[] {
  const { unique = [] } = entity;
  const groups = unique.map((group) => [...group].sort().join(', '));
  return [
    ...(groups.includes('')
      ? [mistake(entity, 'unique', 'has a group of no field; name fields, or leave it out')]
      : []),
    ...repeated(groups.filter((group) => group !== '')).map((group) =>
      mistake(entity, 'unique', `has the group (${group}) twice; leave one out`),
    ),
  ];
}

/** The console cannot draw an unknown icon, nor anything around it. */
function checkIcons(entity: Entity): string[] {
  const named = [entity.icon, ...(entity.screens ?? []).map(({ menu }) => menu?.icon)];
  const unknown = [...new Set(named)].filter((icon) => icon !== undefined && !iconNames.includes(icon));
  return unknown.map((icon) =>
    mistake(entity, 'icon', `is "${icon}", which is none; write one of ${iconNames.join(', ')}`),
  );
}

/** Checks the entity's name, path, labels, unique groups and form. */
export const checkEntity: Check = ({ entity }) => [
  ...checkIcons(entity),
  ...checkApiPath(entity),
  ...checkTable(entity),
  ...checkLabel(entity, '', entity.label),
  ...(entity.labels === entity.label ? [] : checkLabel(entity, '', entity.labels, 'label of several')),
  ...(entity.unique ?? []).flatMap((group) => checkNames(entity, 'unique', group, isColumn, noColumn)),
  ...checkUniqueGroups(entity),
  ...checkForm(entity, 'form', entity.form),
];

function checkMenu(context: CheckContext, place: string, { menu }: ScreenDeclaration): string[] {
  const known = menu?.group === undefined || menuGroups.some(({ name }) => name === menu.group);
  const user = context.entities.get('user');
  return [
    ...(known
      ? []
      : [
          mistake(
            context.entity,
            place,
            `stands in the menu group "${menu?.group}", which does not exist; write one of ${menuGroups.map(({ name }) => name).join(', ')}`,
          ),
        ]),
    ...(user ? checkCondition(context, `${place} "hiddenWhen"`, user, menu?.hiddenWhen, 'values') : []),
  ];
}

/** The choices that a screen offers must exist, and a preset must be one of them. */
function checkChoices(
  { entity }: CheckContext,
  place: string,
  { choices = {}, preset = {} }: ScreenDeclaration,
): string[] {
  return Object.entries(choices).flatMap(([name, values]) => {
    const known = fieldOf(entity, name)?.choices?.map(({ id }) => id) ?? [];
    const unknownValues = values.filter((value) => !known.includes(value));
    const start = preset[name];
    return [
      ...unknownValues.map((value) =>
        mistake(
          entity,
          `${place} choices`,
          `offers ${value} as "${name}", which is no choice; write one of ${known.join(', ')}`,
        ),
      ),
      ...(start === undefined || values.includes(start as number)
        ? []
        : [
            mistake(
              entity,
              `${place} preset`,
              `starts with ${start} as "${name}", which is not offered; add it to "choices"`,
            ),
          ]),
    ];
  });
}

/** A preset must be a value that the form would accept. */
const checkPreset = (entity: Entity, place: string, { preset = {}, choices = {} }: ScreenDeclaration): string[] =>
  Object.entries(preset).flatMap(([name, value]) => {
    const field = fieldOf(entity, name);
    const why = field && !Object.hasOwn(choices, name) ? whyInvalid(field, value) : undefined;
    return why === undefined
      ? []
      : [mistake(entity, `${place} preset`, `has ${JSON.stringify(value)} as "${name}", ${why}`)];
  });

/** Who opens a screen sees its list. */
function checkScreenRoles({ entity }: CheckContext, place: string, { roles: who }: ScreenDeclaration): string[] {
  if (who.length === 0) return [mistake(entity, place, 'is for nobody; write a role in "roles"')];
  const right = entity.single ? 'get' : 'list';
  const denied = who.filter((role) => !hasRight(entity.access, right, role));
  if (denied.length === 0) return [];
  const names = denied.join(', ');
  return [
    mistake(
      entity,
      place,
      `is for ${names}, who may not ${right} it; name ${names} in access.${right}, or leave it out`,
    ),
  ];
}

/** A noun must describe every record of its screen's list, including records created there. */
function checkNoun({ entity }: CheckContext, place: string, screen: ScreenDeclaration): string[] {
  const { noun, only, preset = {}, roles } = screen;
  if (!noun) return [];
  const isMade = roles.some((role) => hasRight(entity.access, 'create', role));
  return [
    ...checkLabel(entity, place, noun, 'noun'),
    ...(only ? [] : [mistake(entity, place, 'has a noun and no "only"; say it as the label of the entity')]),
    ...(only && isMade && !screenNamesRecord(screen, preset)
      ? [mistake(entity, `${place} preset`, 'makes what its noun does not name; preset what "only" says')]
      : []),
  ];
}

/** First segments of addresses that the server or the console answers itself. */
const reservedPaths = ['login', 'v1', 'docs', 'assets'];

/** The path of a screen is an address of the console. */
function checkPath(entity: Entity, path: string): string[] {
  const report = (what: string) => [mistake(entity, 'screens', `have the path "${path}"${what}`)];
  const words = path.split('/').filter(Boolean);
  if (!/^(\/[a-z0-9_-]+)+$/.test(path)) {
    const mended = words.map((word) => word.toLowerCase().replace(/[^a-z0-9_-]+/g, '_')).join('/');
    return report(`; write "/${mended || entity.name}", in small letters after a slash`);
  }
  return reservedPaths.includes(words[0] ?? '')
    ? report(`, below which the product answers itself; write another, such as "/${entity.name}"`)
    : [];
}

/** Checks names by which a screen narrows its list: each is a filter of the list. */
const checkNarrowing = (entity: Entity, place: string, names: readonly string[], knows: NameTest): string[] =>
  names
    .filter((name) => !knows(entity, name))
    .flatMap((name) =>
      fieldOf(entity, name) === undefined
        ? checkNames(entity, place, [name], knows, noField)
        : [
            mistake(
              entity,
              place,
              `names "${name}", which is no filter of the list; add it to list.filters, or leave it out`,
            ),
          ],
    );

function checkScreen(context: CheckContext, screen: ScreenDeclaration): string[] {
  const { entity } = context;
  const place = `screens ${screen.path}`;
  const narrowed: NameTest = (_, name) =>
    [...(entity.list.filters ?? []), ...Object.keys(entity.list.parameters ?? {})].includes(name);
  const named: NameTest = (_, name) => valueFilters(entity).includes(name);
  return [
    ...checkPath(entity, screen.path),
    ...checkLabel(entity, place, screen.label),
    ...checkScreenRoles(context, place, screen),
    ...checkNoun(context, place, screen),
    ...checkNames(entity, `${place} columns`, screen.columns ?? [], isField, noField),
    ...checkNarrowing(entity, `${place} filters`, screen.filters ?? [], narrowed),
    ...checkNarrowing(entity, `${place} only`, Object.keys(screen.only ?? {}), named),
    ...checkNames(entity, `${place} preset`, Object.keys(screen.preset ?? {}), isField, noField),
    ...checkForm(entity, `${place} form`, screen.form),
    ...checkChoices(context, place, screen),
    ...checkPreset(entity, place, screen),
    ...checkMenu(context, place, screen),
  ];
}

/** Checks the screens of the entity. */
export const checkScreens: Check = (context) =>
  (context.entity.screens ?? []).flatMap((screen) => checkScreen(context, screen));
