import { sharedFields } from '../../relations/sharedFields.ts';
import { customers } from '../../roles/index.ts';
import type { Role } from '../../schema/access.ts';
import { type Entity, storedFields } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, type CheckContext, mistake } from '../support/mistake.ts';

/** The field by which records belong to an enterprise; the store keeps references between them within one. */
const owner = 'enterprise_id';

const isOwned = ({ fields }: Entity): boolean => Object.hasOwn(fields, owner);

/** The customers' role that sees the records of every enterprise; undefined if each sees some. */
const seesAll = ({ access }: Entity): Role | undefined => customers.find((role) => access.rows[role] === 'everything');

function checkField({ entity, entities }: CheckContext, name: string, field: Field): string[] {
  const target = field.kind === 'reference' ? entities.get(field.to ?? '') : undefined;
  if (!target || !isOwned(target) || sharedFields(field).some(({ own }) => own === owner)) return [];
  const role = seesAll(target);
  if (role === undefined) return [];
  const what = `refers to ${target.name}, of which ${role} sees the records of all enterprises, and takes only those of the record's own enterprise; rename ${owner} of one of them, such as to requester_id, or write shares: ['${owner}'] here`;
  return [mistake(entity, name, what)];
}

/**
 * Checks references between records of enterprises where customers see those of all. The store refuses a reference to a
 * record of another enterprise (`server/db/schema/tenantCheck.ts`), and nobody expects that of records that all share.
 */
export const checkEnterprises: Check = (context) =>
  isOwned(context.entity)
    ? storedFields(context.entity).flatMap(([name, field]) => checkField(context, name, field))
    : [];
