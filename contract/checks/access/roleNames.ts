import { hasRight, type Role, rights, roles } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';
import { unknownNames } from '../support/suggest.ts';
import { declaredParts } from '../support/walkDeclaration.ts';

/** Words of a declaration that list roles, besides the rights of `access`. */
const roleLists = ['roles', 'read', 'write', 'fixedFor'];

/** Finds rights that name a role twice. */
const checkTwice = (entity: Entity): string[] =>
  rights.flatMap((right) =>
    repeated(entity.access[right] ?? []).map((role) =>
      mistake(entity, `access.${right}`, `names ${role} twice; leave one out`),
    ),
  );

/** Finds fields that nobody reads, or that nobody who writes records may write. */
function checkFieldRoles(entity: Entity): string[] {
  const mayWrite = (role: Role) => hasRight(entity.access, 'create', role) || hasRight(entity.access, 'edit', role);
  return Object.entries(entity.fields).flatMap(([name, { read, write }]) => [
    ...(read?.length === 0 ? [mistake(entity, name, 'has no role in "read"; name one, or write "hidden"')] : []),
    ...(write?.length === 0 ? [mistake(entity, name, 'has no role in "write"; name one, or write "readOnly"')] : []),
    ...(write && write.length > 0 && roles.some(mayWrite) && !write.some(mayWrite)
      ? [
          mistake(
            entity,
            name,
            `is written by ${write.join(', ')}, who may neither create nor edit; name a role that may, or write "readOnly"`,
          ),
        ]
      : []),
  ]);
}

const distinct = (names: readonly unknown[]): string[] => [...new Set(names.map(String))];

/** The roles that the rights and the rows of an entity name. */
const rolesOfAccess = ({ access }: Entity): string[] =>
  distinct([...rights.flatMap((right) => access[right] ?? []), ...Object.keys(access.rows ?? {})]);

/**
 * Finds roles that do not exist, which types refuse unless a declaration comes past them, and lists of roles that leave
 * nothing to anybody or name a role twice.
 */
export const checkRoleNames: Check = ({ entity }) => [
  ...unknownNames(entity, 'access', rolesOfAccess(entity), roles, 'the role'),
  ...checkTwice(entity),
  ...checkFieldRoles(entity),
  ...declaredParts(entity)
    .filter(({ place, word, isEntry }) => !isEntry && roleLists.includes(word) && !place.startsWith('access.'))
    .flatMap(({ place, value }) =>
      Array.isArray(value) ? unknownNames(entity, place, distinct(value), roles, 'the role') : [],
    ),
];
