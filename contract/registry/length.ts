import { type Entity, isStored } from '../entity.ts';
import { type Check, mistake } from './mistake.ts';

/** The longest name that PostgreSQL keeps whole; it cuts longer ones, and two may become one. */
const longest = 63;

/** The names that the database has for an entity, by the places that they come from. */
const namesOf = ({ table, fields, unique = [] }: Entity): [place: string, name: string][] => [
  ['table', table],
  ...Object.entries(fields)
    .filter(([, field]) => isStored(field))
    .map(([name]): [string, string] => [name, `${table}_${name}_fkey`]),
  ...unique.map((group): [string, string] => [`unique (${group.join(', ')})`, `${table}_${group.join('__')}_key`]),
  ...Object.entries(fields).flatMap(([name, { as = name, embed = [] }]) =>
    embed.map((path): [string, string] => [`${name}, "embed",`, `${as}.${path}`]),
  ),
];

/** Names that the database would cut. */
export const checkLength: Check = ({ entity }) =>
  namesOf(entity)
    .filter(([, name]) => name.length > longest)
    .map(([place, name]) => {
      const what = `makes the name "${name}" in the database, ${name.length} letters long`;
      return mistake(entity, place, `${what}; at most ${longest} are kept, write shorter names`);
    });
