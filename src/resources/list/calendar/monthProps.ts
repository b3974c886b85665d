import type { Dayjs } from 'dayjs';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import type { Day } from './days.ts';

/** The props of what shows a month. */
export interface MonthProps {
  entity: Entity;
  month: Dayjs;
  /** All days of its weeks. */
  days: readonly Day[];
  byDay: ReadonlyMap<Day, readonly RecordData[]>;
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  onMonth: (month: Dayjs) => void;
  /** The id of the open record. */
  opened?: number | undefined;
}
