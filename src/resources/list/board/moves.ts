import { type Entity, fieldOf, fieldValue, mayWrite } from '../../../../contract/schema/entity.ts';
import { entitySteps, type NamedStep } from '../../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { readSession } from '../../../authProvider/session.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { readOnlyFieldsNow } from '../../form/entityFields.ts';

/** The value of a choice. */
export type ColumnId = number | string;

/** A way of a card to another column: by a step of the lifecycle, or by an edit of the field. */
export interface Move {
  readonly to: ColumnId;
  readonly step?: NamedStep;
}

/** The field that the columns of a board go by. */
export const boardField = (entity: Entity): string => entity.list.board?.by ?? '';

/** The column that a record is in. */
export const columnOf = (entity: Entity, record: RecordData): ColumnId =>
  fieldValue(entity, boardField(entity), record) as ColumnId;

/** True if the session may write the field of the board in this record. */
function mayEditColumn(entity: Entity, record: RecordData): boolean {
  const name = boardField(entity);
  const field = fieldOf(entity, name);
  const role = readSession()?.role;
  return (
    field !== undefined &&
    role !== undefined &&
    mayWrite(field, role, 'edit') &&
    isPermitted(entity, 'edit', record) &&
    !readOnlyFieldsNow(entity, record).includes(name)
  );
}

/** The moves that the session may make with a record now, in the order of the columns. */
export function movesOf(entity: Entity, record: RecordData): readonly Move[] {
  const from = columnOf(entity, record);
  const choices = fieldOf(entity, boardField(entity))?.choices ?? [];
  if (entity.lifecycle?.field !== boardField(entity)) {
    if (!mayEditColumn(entity, record)) return [];
    return choices.flatMap(({ id }) => (id === from ? [] : [{ to: id }]));
  }
  const steps = entitySteps(entity).filter(({ name, to }) => to !== from && isPermitted(entity, name, record));
  return choices.flatMap(({ id }) => steps.flatMap((step): Move[] => (step.to === id ? [{ to: id, step }] : [])));
}
