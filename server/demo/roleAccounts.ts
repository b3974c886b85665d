import { sql } from 'kysely';
import { isCallerValue } from '../../contract/conditions/condition.ts';
import { roleDeclarations } from '../../contract/roles/index.ts';
import type { OwnProperty, RoleDeclaration } from '../../contract/roles/role.ts';
import type { Context } from '../core/context.ts';
import { updateRecord } from '../resource/write/write.ts';
import { createDemoRecord } from './caller.ts';
import { demoUser } from './people.ts';

/** How many enterprises of the demo an account of a role sees that goes by a field of them. */
const shownEnterprises = 3;

/**
 * The id of the first record of the entity that a property refers to.
 * @throws if there is none
 */
async function firstRecord(context: Context, role: RoleDeclaration, name: string, { to }: OwnProperty) {
  const { table } = context.contract.entity(to);
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where deleted_at is null
    order by id limit 1`.execute(context.trx);
  if (!rows[0])
    throw new Error(`contract/roles: the demo account of ${role.name} needs a ${to} for "${name}"; give ${to} samples`);
  return rows[0].id;
}

/** The field of enterprises that the role goes by, and the value of the account in it; undefined for another rule. */
function fieldOfEnterprises({ enterprises = {} }: RoleDeclaration, own: Readonly<Record<string, number>>) {
  const [[field, value] = ['', null], ...more] = Object.entries(enterprises);
  const id = isCallerValue(value) ? own[value.me] : undefined;
  return more.length === 0 && id !== undefined ? { [field]: id } : undefined;
}

/**
 * Creates the demo accounts that roles declare, after the samples of the entities: each with the first record of what its
 * properties refer to, and with some enterprises to see.
 * @param enterprises the enterprises of the demo, the oldest first
 */
export async function makeRoleAccounts(by: Context, enterprises: readonly number[]): Promise<void> {
  for (const role of roleDeclarations) {
    if (!role.demo) continue;
    const own: Record<string, number> = {};
    for (const [name, property] of Object.entries(role.own ?? {}))
      own[name] = await firstRecord(by, role, name, property);
    const { name, nick_name } = role.demo;
    await createDemoRecord(by, 'user', demoUser(name, nick_name, role.id, own));
    const values = fieldOfEnterprises(role, own);
    if (!values) continue;
    for (const id of enterprises.slice(0, shownEnterprises))
      await updateRecord(by, by.contract.entity('enterprise'), id, values);
  }
}
