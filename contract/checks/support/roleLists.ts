import { rights, roles } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Fields } from '../../schema/field/field.ts';
import { mailOf, mailReadersOf, type Notice, readersOf } from '../../schema/notice.ts';
import type { Check } from './mistake.ts';
import { notThere } from './suggest.ts';

/** A place, and the roles that it names. */
type Named = readonly [place: string, roles: readonly string[]];

const rolesOfFields = (fields: Fields, prefix = ''): Named[] =>
  Object.entries(fields).flatMap(([name, field]): Named[] => {
    const place = prefix + name;
    return [
      [`${place}, "read",`, field.read ?? []],
      [`${place}, "write",`, field.write ?? []],
      [`${place}, "ownFor",`, field.ownFor ?? []],
      ...rolesOfFields({ ...field.fields, ...(field.items && { item: field.items }) }, `${place}.`),
    ];
  });

const rolesOfReaders = (readers: ReturnType<typeof readersOf>): string[] =>
  readers.flatMap((reader) => (typeof reader === 'string' ? [] : [reader.role]));

const rolesOfNotice = ([name, notice]: [string, Notice]): Named[] => [
  [`notices.${name}`, rolesOfReaders(readersOf(notice))],
  [`notices.${name}.mail`, mailOf(notice)?.to ? rolesOfReaders(mailReadersOf(notice)) : []],
];

const rolesOf = ({
  access,
  fields,
  screens = [],
  within = [],
  reachedBy = [],
  lifecycle,
  actions = {},
  notices = {},
}: Entity): Named[] => [
  ...rights.map((right): Named => [`access.${right}`, access[right] ?? []]),
  ['access.rows', Object.keys(access.rows)],
  ...rolesOfFields(fields),
  ...screens.map((screen): Named => [`screens ${screen.path}`, screen.roles]),
  ...within.map((one): Named => [`within ${one.entity}`, one.roles]),
  ...reachedBy.map((one): Named => [`reachedBy ${one.from}`, one.roles]),
  ...Object.entries(lifecycle?.transitions ?? {}).map(([name, step]): Named => [`lifecycle.${name}`, step.roles]),
  ...Object.entries(actions).map(([name, action]): Named => [`actions.${name}`, action.roles]),
  ...Object.entries(notices).flatMap(rolesOfNotice),
];

/** Roles that do not exist, wherever a declaration names one. */
export const checkRoles: Check = ({ entity }) =>
  rolesOf(entity).flatMap(([place, named]) => notThere(entity, place, named, roles, 'the role'));
