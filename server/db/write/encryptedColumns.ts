import type { Entity } from '../../../contract/schema/entity.ts';

/**
 * What a sealed value is bound to: the entity, the field and the row, by names that no label changes, so that it opens
 * nowhere else.
 */
export const encryptionContext = (entity: Pick<Entity, 'name'>, field: string, id: number): string =>
  `${entity.name}.${field}:${id}`;

/** What the values of version `v1` are bound to: the labels that these fields had then. */
const formerLabels: Readonly<Record<string, string>> = {
  'assignment.lic_secret': 'Licence',
  'assignment.failback_secret': 'Failback licence',
};

function contextOf(entity: Pick<Entity, 'name'>, field: string, id: number, value: string): string {
  const label = formerLabels[`${entity.name}.${field}`];
  return label && value.startsWith('v1.') ? `${label}:${id}` : encryptionContext(entity, field, id);
}

/** The text of a sealed field of a row, or null where nothing is kept. Throws when it was changed or moved there. */
export function decryptField(
  secrets: { open(sealed: string, context: string): string },
  entity: Pick<Entity, 'name'>,
  field: string,
  row: { readonly id: number },
): string | null {
  const value = (row as Record<string, unknown>)[field];
  return typeof value === 'string' ? secrets.open(value, contextOf(entity, field, row.id, value)) : null;
}
