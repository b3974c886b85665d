import { CircularProgress } from '@mui/material';
import { useResourceContext } from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import { translate } from '../../i18n/text.ts';
import { nameOf } from '../cells.tsx';
import { AppDialog, DialogBody } from '../dialog/AppDialog.tsx';
import { type DetailProps, useOverrides } from '../overrides.ts';
import { Description } from './Description.tsx';
import { InnerLists } from './InnerLists.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { linesOf, useReadableFields, useRecord } from './lines.tsx';

/** The detail of a record of the resource around, as its declaration gives it. */
export function EntityDetail({ id, onClose }: DetailProps) {
  const entity = entityNamed(useResourceContext() ?? '');
  const { data, isPending, error, refetch } = useRecord(entity.name, id);
  const readable = useReadableFields(entity);
  const { without = [] } = useOverrides(entity.name);
  const fields = Object.fromEntries(Object.entries(readable).filter(([name]) => !without.includes(name)));
  const title = [translate(entity.label), data && nameOf(entity, data)].filter(Boolean).join(' ');
  return (
    <AppDialog title={title} onClose={onClose}>
      <DialogBody>
        {isPending && !error && <CircularProgress size={24} />}
        {data && <Description lines={linesOf(entity, data, fields)} />}
        {data && <InnerLists name={entity.name} id={id} Detail={EntityDetail} />}
        {!data && error && <LoadFailed onRetry={() => refetch()} />}
      </DialogBody>
    </AppDialog>
  );
}
