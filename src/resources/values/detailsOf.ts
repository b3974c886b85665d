import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { dash } from './format.ts';
import { recordValueText } from './recordValueText.ts';

/**
 * The values of some fields of a record in one line; empty ones, and those that the role may not read, are left out.
 * @param names the fields, in their order
 */
export const detailsOf = (entity: Entity, names: readonly string[], record: RecordData, role: Role): string =>
  names
    .filter((name) => {
      const field = fieldOf(entity, name);
      return field !== undefined && mayRead(field, role);
    })
    .map((name) => recordValueText(entity, name, record))
    .filter((text) => text !== '' && text !== dash)
    .join(' · ');
