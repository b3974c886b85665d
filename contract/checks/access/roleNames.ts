import { rights, roles } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Check } from '../support/mistake.ts';
import { unknownNames } from '../support/suggest.ts';
import { declaredParts } from '../support/walkDeclaration.ts';

/** Words of a declaration that list roles, besides the rights of `access`. */
const roleLists = ['roles', 'read', 'write', 'fixedFor'];

const distinct = (names: readonly unknown[]): string[] => [...new Set(names.map(String))];

/** The roles that the rights and the rows of an entity name. */
const rolesOfAccess = ({ access }: Entity): string[] =>
  distinct([...rights.flatMap((right) => access[right] ?? []), ...Object.keys(access.rows ?? {})]);

/** Finds roles that do not exist. Types refuse them; a declaration may come past its types. */
export const checkRoleNames: Check = ({ entity }) => [
  ...unknownNames(entity, 'access', rolesOfAccess(entity), roles, 'the role'),
  ...declaredParts(entity)
    .filter(({ place, word, isEntry }) => !isEntry && roleLists.includes(word) && !place.startsWith('access.'))
    .flatMap(({ place, value }) =>
      Array.isArray(value) ? unknownNames(entity, place, distinct(value), roles, 'the role') : [],
    ),
];
