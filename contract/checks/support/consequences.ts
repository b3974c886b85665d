import { roles } from '../../schema/access.ts';

const unreached = /\.access, "(\w+)", cannot be reached by (\w+) /;
const takenPlace = /^(\S+ \w+\.\w+) stands at "/;
const reservedName = /^(\S+ \w+\.\w+) has the name of a field that every record has/;

/** Places of a declaration that lead a role to the records of an entity. */
const ways = /: \w+\.(?:screens|form|embeddedIn|servedBy)\b/;

/**
 * Removes what follows from other mistakes, so that one mistake gives one sentence: an operation that a role cannot
 * reach while something else is wrong with that role, with that operation or with a screen; the places of a field whose
 * name is refused; and sentences that occur twice.
 */
export function withoutConsequences(mistakes: readonly string[]): string[] {
  const causes = mistakes.filter((one) => !unreached.test(one));
  const refusedFields = causes.flatMap((one) => reservedName.exec(one)?.[1] ?? []);
  const named = (word: string) => causes.some((one) => new RegExp(`\\b${word}\\b`).test(one));
  const isOfRole = (one: string) => roles.some((role) => new RegExp(`\\b${role}\\b`).test(one));
  const isWayBroken = causes.some((one) => ways.test(one) && !isOfRole(one));
  const isConsequence = (one: string): boolean => {
    const [, operation = '', role = ''] = unreached.exec(one) ?? [];
    if (roles.some((known) => known === role)) return isWayBroken || named(role) || named(operation);
    return refusedFields.includes(takenPlace.exec(one)?.[1] ?? '');
  };
  return [...new Set(mistakes)].filter((one) => !isConsequence(one));
}
