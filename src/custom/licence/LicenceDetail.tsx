import { Box, CircularProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taskStates } from '../../../contract/choices.ts';
import { assignment as declaration } from '../../../contract/entities/assignment.ts';
import type { Entity } from '../../../contract/entity.ts';
import { api } from '../../dataProvider/api.ts';
import { say, text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { ChoiceChip } from '../../resources/ChoiceChip.tsx';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { Description } from '../../resources/Description.tsx';
import { dash, valueAt } from '../../resources/format.ts';
import { useRole } from '../../shell/useSession.ts';
import type { DetailProps, RecordData } from '../registry.tsx';
import { Failback } from './Failback.tsx';
import { type FailedTask, Failure } from './Failure.tsx';
import { MailPanel } from './MailPanel.tsx';
import { SaasCounts } from './SaasCounts.tsx';
import { Secret } from './Secret.tsx';

const entity = declaration as unknown as Entity;
const shown = [
  'project_id',
  'order_id',
  'content_hosts',
  'status',
  'issued_at',
  'expired_at',
  'sub_user_id',
  'lic_key',
  'jti',
  'params.send_flag',
  'comment',
];

/** A licence: what it is for, its issue, its secret, its mails (R-ADLG-01 to R-ADLG-03). */
export default function LicenceDetail({ id, onClose, onDone }: DetailProps) {
  const role = useRole();
  const [dirty, setDirty] = useState(false);
  const found = useQuery({
    queryKey: ['assignment', 'getOne', id],
    queryFn: () => api<RecordData>(`/v1/assignment/${id}`),
    refetchInterval: (query) => (valueAt(query.state.data, 'task.status') === 'running' ? 2000 : false),
  });
  const licence = found.data;
  const done = () => {
    void found.refetch();
    onDone();
  };
  const saas = valueAt(licence, 'project.params.saas_name');
  const lines = licence
    ? [
        ...shown.map((name) => ({
          label: labelOf(entity, name),
          value: lineOf(licence, name, saas),
          wide: name === 'comment',
        })),
        {
          label: labelOf(entity, 'task_status'),
          value: <ChoiceChip choices={taskStates} value={valueAt(licence, 'task.status')} />,
        },
      ]
    : [];
  const secret = licence?.lic_secret as string | undefined;
  return (
    <AppDialog title={say(declaration.label)} width={900} onClose={onClose} dirty={dirty}>
      {found.isPending && <CircularProgress size={24} />}
      {found.error && <Typography>{text().errors.load}</Typography>}
      {licence && (
        <>
          {role === 'Enterprise' && valueAt(licence, 'task.status') === 'failed' && (
            <Failure task={licence.task as FailedTask} onDone={done} />
          )}
          <Description lines={lines} />
          {secret && <Secret secret={secret} name={`licence-${String(licence.jti)}.jws`} />}
          {role === 'Enterprise' &&
            licence.status === 1 &&
            valueAt(licence, 'project.product.category.id') === 1002 && (
              <Failback licence={licence} onDone={done} onDirty={setDirty} />
            )}
          <SaasCounts licence={licence.id} />
          {role === 'Enterprise' && licence.status === 1 && (
            <Box sx={{ mt: 3 }}>
              <MailPanel licence={licence} />
            </Box>
          )}
        </>
      )}
    </AppDialog>
  );
}

function lineOf(licence: RecordData, name: string, saas: unknown) {
  if (name === 'content_hosts')
    return String(valueAt(licence, 'content.hosts') ?? valueAt(licence, 'content.value') ?? dash);
  const cell = <Cell entity={entity} name={name} record={licence} />;
  return name === 'project_id' && saas ? (
    <>
      {cell} ({String(saas)})
    </>
  ) : (
    cell
  );
}
