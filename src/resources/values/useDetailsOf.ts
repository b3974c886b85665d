import { type Entity, fieldOf, mayRead } from '../../../contract/schema/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useAllOverrides } from '../overrides.ts';
import { dash } from './format.ts';
import { recordValueText } from './recordValueText.ts';

/**
 * Writes the values of some fields of a record in one line, to be shown beside its name. Empty ones, those that the name
 * has already and those that the role may not read are left out.
 */
export function useDetailsOf(): (
  entity: Entity,
  names: readonly string[],
  record: RecordData,
  recordName: string,
) => string {
  const role = useRole();
  const overrides = useAllOverrides();
  return (entity, names, record, recordName) =>
    names
      .filter((name) => {
        const field = fieldOf(entity, name);
        return field !== undefined && mayRead(field, role);
      })
      .map((name) => recordValueText(entity, name, record, false, (to, other) => overrides[to]?.represent?.(other)))
      .filter((text) => text !== '' && text !== dash && !recordName.includes(text))
      .join(' · ');
}
