import { may, type Role, roles } from '../access.ts';
import { type Entity, mayWrite } from '../entity.ts';
import type { Field } from '../field.ts';
import { isLookedUp, mayList, mayPick } from '../lookup.ts';
import { titleColumn } from '../title.ts';
import { type Check, type Look, mistake, storedField } from './mistake.ts';

/** A lookup answers titles, looks for words in them and orders by them: a text of the record, with an index for each. */
function checkTitle(entity: Entity): string[] {
  const title = titleColumn(entity);
  const says = (what: string) => [mistake(entity, 'access.lookup', what)];
  const field = storedField(entity, title);
  if (field?.kind !== 'text' || field.hidden || field.sealed || field.at)
    return says(`tells the title "${title}", which is no plain text of the record; name another title`);
  const { search = [], columns, sorts = [] } = entity.list;
  return [
    ...(search.includes(title) ? [] : says(`looks for "${title}"; name it in list.search, so that an index finds it`)),
    ...([...columns, ...sorts].includes(title)
      ? []
      : says(`orders by "${title}"; name it in list.columns or list.sorts, so that an index serves it`)),
  ];
}

/** Who looks records up: roles that do not list them, by a title that can be found. */
export const checkLookup: Check = ({ entity }) => {
  if (!isLookedUp(entity)) return [];
  const listing = (entity.access.lookup ?? []).filter((role) => mayList(entity, role));
  return [
    ...listing.map((role) => mistake(entity, 'access.lookup', `names ${role}, who lists them all; leave ${role} out`)),
    ...checkTitle(entity),
  ];
};

/** The records that a field holds the ids of. */
const targetOf = ({ entities }: Look, { kind, to, items }: Field): Entity | undefined =>
  entities.get((kind === 'reference' ? to : items?.kind === 'reference' ? items.to : undefined) ?? '');

const writersOf = ({ access, without = [] }: Entity, field: Field): Role[] =>
  roles.filter((role) =>
    (['create', 'edit'] as const).some(
      (operation) => may(access, operation, role) && !without.includes(operation) && mayWrite(field, role, operation),
    ),
  );

/** Whoever sets a reference must find what to refer to: an empty picker would offer nothing, and a denial at each opening. */
export const checkPicked: Check = (look) =>
  Object.entries(look.entity.fields).flatMap(([name, field]) => {
    const target = targetOf(look, field);
    if (!target) return [];
    const lost = writersOf(look.entity, field).filter(
      (role) => !field.ownFor?.includes(role) && !mayPick(target, role),
    );
    if (lost.length === 0) return [];
    const who = lost.join(', ');
    const what = `refers to "${target.name}", which ${who} may set and can neither list nor look up`;
    return [mistake(look.entity, name, `${what}; name ${who} in its access.lookup, or leave them out of "write"`)];
  });
