import type { Role } from '../../contract/access.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Fields } from '../../contract/field.ts';
import type { Label } from '../../contract/label.ts';
import { transitionsOf } from '../../contract/lifecycle.ts';
import { api } from '../dataProvider/api.ts';
import type { RecordData } from '../dataProvider/record.ts';

/** What can be done with several rows at once; each row has a result of its own. */
export interface BulkAction {
  readonly name: string;
  readonly label: Label;
  readonly tone?: 'primary' | 'danger' | undefined;
  /** What is asked once for all of them. */
  readonly input?: Fields | undefined;
  applies(record: RecordData, role: Role): boolean;
  run(record: RecordData, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** The steps of a lifecycle for several records: what the declaration says of one holds for each. */
export function stepsInBulk(entity: Entity): BulkAction[] {
  const { lifecycle } = entity;
  if (!lifecycle) return [];
  return transitionsOf(lifecycle).map(({ name, label, tone, input, from, to, roles }) => ({
    name,
    label,
    tone,
    input,
    applies: (record, role) => roles.includes(role) && from.includes(record[lifecycle.field] as number),
    run: (record, values) =>
      api(`/v1/${entity.path}/${record.id}`, {
        method: 'POST',
        body: { ...values, [lifecycle.field]: to },
        quiet: true,
      }),
  }));
}
