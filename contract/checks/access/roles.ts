import { conditionMistakes } from '../../conditions/mistakes.ts';
import { roleDeclarations } from '../../roles/index.ts';
import type { RoleDeclaration } from '../../roles/role.ts';
import type { Contract } from '../../schema/entity.ts';
import { repeated } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

/** Checks the declarations of roles (issue 37, section 1). */

const fileOfRole = (name: string): string => `contract/roles/${name.charAt(0).toLowerCase()}${name.slice(1)}.ts`;

const sentence = (role: RoleDeclaration, place: string, what: string): string =>
  `${fileOfRole(role.name)}: ${[role.name, place].filter(Boolean).join('.')} ${what}`;

/** A name that is not one of the known ones, with the one that is probably meant. */
const unknown = (name: string, known: readonly string[], what: string): string =>
  `names the ${what} "${name}", which does not exist; ${suggestion(name, known)}`;

function checkNames(role: RoleDeclaration, all: readonly RoleDeclaration[]): string[] {
  const names = all.map(({ name }) => name);
  const { name, id, inherits, createdBy } = role;
  const wrong = createdBy.filter((one) => !names.includes(one));
  const shape = /^[A-Z][A-Za-z0-9]{1,29}$/.test(name)
    ? []
    : ['has a name that is no word in capitals; write one such as Reseller'];
  const number = Number.isInteger(id) && id > 0 && id < 1000 ? [] : [`has the number ${id}; write one from 1 to 999`];
  return [
    ...[...shape, ...number].map((what) => sentence(role, '', what)),
    ...wrong.map((one) => sentence(role, 'createdBy', unknown(one, names, 'role'))),
    ...(createdBy.length === 0
      ? [sentence(role, 'createdBy', 'is empty, so nobody could create a user; name a role')]
      : []),
    ...(inherits === undefined || names.includes(inherits)
      ? []
      : [sentence(role, 'inherits', unknown(inherits, names, 'role'))]),
  ];
}

/** True if the role inherits from itself through others. */
function isCircular(role: RoleDeclaration, all: readonly RoleDeclaration[]): boolean {
  const seen = new Set<string>();
  for (let next: string | undefined = role.name; next !== undefined; ) {
    if (seen.has(next)) return true;
    seen.add(next);
    const name: string = next;
    next = all.find((one) => one.name === name)?.inherits;
  }
  return false;
}

function checkOwn(role: RoleDeclaration, all: readonly RoleDeclaration[], contract: Contract): string[] {
  const entities = [...contract.byName.keys()];
  const user = contract.byName.get('user');
  return Object.entries(role.own ?? {}).flatMap(([name, { to }]) => {
    const place = `own, ${name},`;
    if (!/^[a-z][a-z0-9_]*_id$/.test(name))
      return [sentence(role, place, 'has a name that does not end with "_id"; write one such as "reseller_id"')];
    if (!contract.byName.has(to)) return [sentence(role, place, unknown(to, entities, 'entity'))];
    const others = all.filter((one) => one !== role && one.own && Object.hasOwn(one.own, name));
    if (others.length > 0)
      return [sentence(role, place, `is a property of ${others[0]?.name} too; give it another name`)];
    const field = user?.fields[name];
    return field && field.to !== to
      ? [sentence(role, place, 'is a field of the user already; give it another name')]
      : [];
  });
}

function checkEnterprises(role: RoleDeclaration, contract: Contract): string[] {
  const enterprise = contract.byName.get('enterprise');
  if (!enterprise || !role.enterprises) return [];
  return conditionMistakes(enterprise, role.enterprises).map((what) => sentence(role, 'enterprises', what));
}

const checkGrants = (role: RoleDeclaration, contract: Contract): string[] =>
  Object.keys(role.grants ?? {}).flatMap((name) => {
    const entity = contract.byName.get(name);
    if (!entity) return [sentence(role, 'grants', unknown(name, [...contract.byName.keys()], 'entity'))];
    return entity.addedBy
      ? [sentence(role, 'grants', `names "${name}", whose rights follow "${entity.addedBy}"; grant that instead`)]
      : [];
  });

/** The home of a role is a screen that its users may open. */
function checkHome(role: RoleDeclaration, contract: Contract): string[] {
  if (role.home === undefined) return [];
  const screens = contract.entities.flatMap(({ screens = [] }) => screens);
  const isOpen = screens.some(({ path, roles }) => path === role.home && roles.some((one) => one === role.name));
  return isOpen
    ? []
    : [sentence(role, 'home', `leads to "${role.home}", which is no screen of the role; write the path of one`)];
}

/**
 * Finds the mistakes in the declarations of roles.
 * @returns One sentence for each mistake, with file, role and word.
 */
export function findRoleMistakes(contract: Contract, all: readonly RoleDeclaration[] = roleDeclarations): string[] {
  const shared = [
    ...repeated(all.map(({ name }) => name)).map(
      (name) => `contract/roles/index.ts: the role "${name}" is declared twice`,
    ),
    ...repeated(all.map(({ id }) => id)).map(
      (id) => `contract/roles/index.ts: the number ${id} is that of two roles; give one of them another`,
    ),
  ];
  return [
    ...shared,
    ...all.flatMap((role) => [
      ...checkNames(role, all),
      ...(isCircular(role, all)
        ? [sentence(role, 'inherits', 'leads back to the role itself; name a role that does not inherit from it')]
        : []),
      ...checkOwn(role, all, contract),
      ...checkEnterprises(role, contract),
      ...checkGrants(role, contract),
      ...checkHome(role, contract),
    ]),
  ];
}
