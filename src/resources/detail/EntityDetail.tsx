import { CircularProgress } from '@mui/material';
import { useGetOne, useResourceContext } from 'react-admin';
import { baseFields, type Entity, mayRead } from '../../../contract/entity.ts';
import type { Fields } from '../../../contract/field.ts';
import { entityNamed } from '../../../contract/index.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { valueAt } from '../../dataProvider/body.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { say } from '../../i18n/text.ts';
import { Cell } from '../cells.tsx';
import { AppDialog, DialogBody } from '../dialog/AppDialog.tsx';
import { dash } from '../format.ts';
import type { DetailProps } from '../overrides.ts';
import { Description, type Line } from './Description.tsx';
import { LoadFailed } from './LoadFailed.tsx';

/** One record as it is now; shown again as soon as it has changed. */
export const useRecord = (entity: string, id: number) => useGetOne<RecordData>(entity, { id });

const plain = (value: unknown): string =>
  value && typeof value === 'object' && Object.keys(value).length > 0 ? JSON.stringify(value) : dash;

/** Every field of a record that the role may see, with the fields inside objects in their own lines. */
export function linesOf(entity: Entity, record: RecordData, fields: Fields, prefix = ''): Line[] {
  return Object.entries(fields).flatMap(([name, field]): Line[] => {
    if (field.hidden || field.inputOnly) return [];
    const path = prefix + name;
    if (field.kind === 'object' && Object.keys(field.fields ?? {}).length > 0)
      return linesOf(entity, record, field.fields ?? {}, `${path}.`);
    if (field.kind === 'object') return [{ label: say(field.label), value: plain(valueAt(record, path)), wide: true }];
    return [
      {
        label: say(field.label),
        value: <Cell entity={entity} name={path} record={record} />,
        wide: field.kind === 'longText',
      },
    ];
  });
}

/** The fields of an entity that the present role may read, the base fields included. */
export function useReadableFields(entity: Entity): Fields {
  const role = useRole() ?? 'Subordinate';
  const { version: _version, ...base } = baseFields;
  return Object.fromEntries(Object.entries({ ...base, ...entity.fields }).filter(([, field]) => mayRead(field, role)));
}

/** The detail of a record of the resource around, as its declaration gives it. */
export function EntityDetail({ id, onClose }: DetailProps) {
  const entity = entityNamed(useResourceContext() ?? '');
  const { data, isPending, error, refetch } = useRecord(entity.name, id);
  const fields = useReadableFields(entity);
  const title = [say(entity.label), data && String(data[entity.title] ?? '')].filter(Boolean).join(' ');
  return (
    <AppDialog title={title} onClose={onClose}>
      <DialogBody>
        {isPending && !error && <CircularProgress size={24} />}
        {data && <Description lines={linesOf(entity, data, fields)} />}
        {!data && error && <LoadFailed onRetry={() => refetch()} />}
      </DialogBody>
    </AppDialog>
  );
}
