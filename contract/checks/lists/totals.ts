import { groupedKinds, hasTotals, summedKinds } from '../../lists/totals.ts';
import { hasRight, roles } from '../../schema/access.ts';
import { type Entity, fieldOf, isQueryable, mayRead } from '../../schema/entity.ts';
import type { KindName } from '../../schema/field/field.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';

/** Summed, averaged and grouped fields must be stored, visible in lists, and of a suitable kind. */
function checkNames(entity: Entity, place: string, names: readonly string[], kinds: readonly KindName[]): string[] {
  const what = (name: string): string[] => {
    const field = fieldOf(entity, name);
    if (!isQueryable(field)) return [`names "${name}", which is no stored field; name one`];
    const word = (['hidden', 'encrypted', 'detailOnly'] as const).find((one) => field[one]);
    if (word) return [`names "${name}", which is ${word} and in no list; leave it out`];
    return kinds.includes(field.kind)
      ? []
      : [`names "${name}", of the kind ${field.kind}; write fields of the kinds ${kinds.join(', ')}`];
  };
  return [
    ...names.flatMap(what).map((one) => mistake(entity, place, one)),
    ...repeated(names).map((name) => mistake(entity, place, `names "${name}" twice; leave one out`)),
  ];
}

/** A role that sees the sum or the average of an amount must be able to read its currency. */
function checkCurrencies(entity: Entity, place: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const field = fieldOf(entity, name);
    const currency = field?.currency === undefined ? undefined : fieldOf(entity, field.currency);
    if (!field || !currency) return [];
    const readers = roles.filter((role) => hasRight(entity.access, 'list', role) && mayRead(field, role));
    const deniedRoles = readers.filter((role) => !mayRead(currency, role));
    if (deniedRoles.length === 0) return [];
    const what = `names "${name}", whose currency ${deniedRoles.join(', ')} may not read; let them, or leave it out`;
    return [mistake(entity, place, what)];
  });
}

/** Checks the totals and averages of a list, and their groups. */
export const checkTotals: Check = ({ entity }) => {
  const { totals = [], averages = [], groups = [] } = entity.list;
  const isLost = hasTotals({ list: entity.list }) && entity.without?.includes('list');
  return [
    ...checkNames(entity, 'list.totals', totals, summedKinds),
    ...checkNames(entity, 'list.averages', averages, summedKinds),
    ...checkNames(entity, 'list.groups', groups, groupedKinds),
    ...checkCurrencies(entity, 'list.totals', totals),
    ...checkCurrencies(entity, 'list.averages', averages),
    ...(isLost ? [mistake(entity, 'list', 'has totals, and "without" has no list for them; leave out one')] : []),
  ];
};
