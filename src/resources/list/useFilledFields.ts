import { type Entity, fieldOf, fieldValue } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useOverrides } from '../overrides.ts';
import { isEmpty, isFieldEmpty } from '../values/isEmpty.ts';

/** The fields of a card that have a value or a custom cell. */
export function useFilledFields(entity: Entity, record: RecordData, names: readonly string[]): readonly string[] {
  const { cells = {} } = useOverrides(entity.name);
  return names.filter((name) => {
    const field = fieldOf(entity, name);
    const value = fieldValue(entity, name, record);
    return name in cells || !(field ? isFieldEmpty(field, value) : isEmpty(value));
  });
}
