import { CircularProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { baseFields, type Entity, mayRead } from '../../contract/entity.ts';
import type { Fields } from '../../contract/field.ts';
import { entityNamed } from '../../contract/index.ts';
import type { RecordData } from '../custom/registry.tsx';
import { api } from '../dataProvider/api.ts';
import { say, text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { AppDialog } from './AppDialog.tsx';
import { Cell } from './cells.tsx';
import { Description, type Line } from './Description.tsx';
import { valueAt } from './format.ts';

/** One record, asked for anew; its query is also what dialogs refresh after a step. */
export const useRecord = (entity: string, id: number) =>
  useQuery({
    queryKey: [entity, 'getOne', id],
    queryFn: () => api<RecordData>(`/v1/${entityNamed(entity).path}/${id}`),
  });

const plain = (value: unknown): string =>
  value && typeof value === 'object' && Object.keys(value).length > 0 ? JSON.stringify(value) : '-';

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

/** The detail of a record as its declaration gives it. */
export function EntityDetail({ entity, id, onClose }: { entity: Entity; id: number; onClose: () => void }) {
  const role = useRole() ?? 'Subordinate';
  const { data, isPending } = useRecord(entity.name, id);
  const { version: _version, ...base } = baseFields;
  const fields = Object.fromEntries(
    Object.entries({ ...base, ...entity.fields }).filter(([, field]) => mayRead(field, role)),
  );
  return (
    <AppDialog title={`${say(entity.label)} ${data ? String(data[entity.title] ?? '') : ''}`} onClose={onClose}>
      {isPending && <CircularProgress size={24} />}
      {data && <Description lines={linesOf(entity, data, fields)} />}
      {!data && !isPending && <Typography>{text().errors.load}</Typography>}
    </AppDialog>
  );
}
