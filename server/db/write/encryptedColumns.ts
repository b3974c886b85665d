import type { Entity } from '../../../contract/schema/entity.ts';

/**
 * The context that an encrypted value is bound to: the entity, the field and the row, so that it cannot be decrypted
 * anywhere else. No label can change it.
 */
export const encryptionContext = (entity: Pick<Entity, 'name'>, field: string, id: number): string =>
  `${entity.name}.${field}:${id}`;

/** The contexts of values of version `v1`: the labels that these fields had then. */
const formerLabels: Readonly<Record<string, string>> = {
  'assignment.lic_secret': 'Licence',
  'assignment.failback_secret': 'Failback licence',
};

function contextOf(entity: Pick<Entity, 'name'>, field: string, id: number, value: string): string {
  const label = formerLabels[`${entity.name}.${field}`];
  return label && value.startsWith('v1.') ? `${label}:${id}` : encryptionContext(entity, field, id);
}

/**
 * The decrypted text of a field of a row, or null where it is empty.
 * @throws where the value was changed or moved from another row
 */
export function decryptField(
  secrets: { open(sealed: string, context: string): string },
  entity: Pick<Entity, 'name'>,
  field: string,
  row: { readonly id: number },
): string | null {
  const value = (row as Record<string, unknown>)[field];
  return typeof value === 'string' ? secrets.open(value, contextOf(entity, field, row.id, value)) : null;
}
