import { isFromRecord } from '../../../contract/conditions/fromRecord.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { type Entity, fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** The value of a field of a record. */
export function recordValue(entity: Entity, name: string, record: Readonly<Record<string, unknown>>): unknown {
  const field = fieldOf(entity, name);
  return field && valueAt(record, readPathOf(name, field));
}

/** The values of the inputs that start with a value of the record, by the path of each in a form. */
export const valuesFromRecord = (entity: Entity, input: Fields, record: RecordData): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, field]) => {
      const value = isFromRecord(field.default) ? recordValue(entity, field.default.fromRecord, record) : undefined;
      return value === undefined || value === null ? [] : [[readPathOf(name, field), value]];
    }),
  );
