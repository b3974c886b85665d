import { answeredRecord, conditionHolds } from '../../../../contract/conditions/evaluate.ts';
import type { Condition } from '../../../../contract/schema/access.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { currentCaller } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';

/** True if the `where` of a reference certainly excludes the record, so that nothing can refer to it anew. */
export const isExcluded = (entity: Entity, record: RecordData, where: Condition | undefined): boolean =>
  where !== undefined && conditionHolds(entity, where, answeredRecord(record), currentCaller()) === false;
