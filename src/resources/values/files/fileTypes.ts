import type { Entity } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';

export interface StoredFilesProps {
  entity: Entity;
  name: string;
  record: RecordData;
}
