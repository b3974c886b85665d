import { Alert, Box, Button, Skeleton } from '@mui/material';
import { useState } from 'react';
import { ResourceContextProvider, useGetOne, useUpdate } from 'react-admin';
import type { Entity } from '../../../contract/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { failureBody } from '../../dataProvider/failure.ts';
import { useIdempotencyKeys } from '../../dataProvider/idempotency.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { nameOf } from '../cells.tsx';
import { LoadFailed } from '../detail/LoadFailed.tsx';
import { AppDialog, DialogBody } from '../dialog/AppDialog.tsx';
import { useOverrides } from '../overrides.ts';
import { contractResolver, hiddenByCondition, shownOf, type Values } from './contractResolver.ts';
import { DialogForm } from './DialogForm.tsx';
import { type FormOptions, fixedFields, formFields, rowOf, shownRecord, shownValues } from './entityFields.ts';
import { FieldInputs } from './FieldInputs.tsx';
import { neededIn, ruleMessages } from './ruleMessages.ts';

interface Props {
  entity: Entity;
  options: FormOptions;
  /** In place of the title that the declaration gives. */
  title?: string;
  onClose: () => void;
}

/** The dialog that changes a record: it begins with the record as it is now, and sends what was changed. */
export function EditForm({ id, ...props }: Props & { id: number }) {
  const { entity, onClose } = props;
  const [opened] = useState(Date.now);
  // Whatever was fetched ahead: what is changed is the record as it is now.
  const found = useGetOne<RecordData>(entity.name, { id }, { refetchOnMount: 'always' });
  const fresh = found.data && found.dataUpdatedAt >= opened ? found.data : undefined;
  const [record, setRecord] = useState<RecordData>();
  if (fresh && !record) setRecord(fresh);
  const name = record ? nameOf(entity, record) : '';
  return (
    <ResourceContextProvider value={entity.name}>
      <AppDialog title={props.title ?? [text().actions.edit, name].filter(Boolean).join(' · ')} onClose={onClose}>
        {record ? (
          <RecordForm
            {...props}
            record={record}
            onReload={async () => setRecord((await found.refetch()).data ?? record)}
          />
        ) : (
          <DialogBody>
            {found.error ? <LoadFailed onRetry={() => found.refetch()} /> : <Skeleton variant="rounded" height={240} />}
          </DialogBody>
        )}
      </AppDialog>
    </ResourceContextProvider>
  );
}

type RecordFormProps = Props & { record: RecordData; onReload: () => Promise<unknown> };

function RecordForm({ entity, options, record, onReload, onClose }: RecordFormProps) {
  const role = useRole() ?? 'Subordinate';
  const notice = useNotice();
  const [update] = useUpdate();
  const keyFor = useIdempotencyKeys();
  const [stale, setStale] = useState(false);
  const { inputs } = useOverrides(entity.name);
  const fields = formFields(entity, options, role, 'edit');
  const fixed = fixedFields(entity, options, role);
  const isHidden = hiddenByCondition(fields, entity);
  const secrets = Object.keys(fields).filter((name) => fields[name]?.secret);
  const shown = Object.fromEntries(
    Object.entries({ ...fields, ...fixed }).map(([name, field]) => [
      name,
      secrets.includes(name) ? { ...field, hint: sameWords(text().form.keepPassword) } : field,
    ]),
  );
  const send = async (values: Values) => {
    const data = shownValues(shownOf(fields, values, isHidden));
    const meta = { idempotencyKey: keyFor([data, record.version]) };
    const params = { id: record.id, data, previousData: record, meta };
    await update(entity.name, params, { returnPromise: true }).catch((failure: unknown) => {
      setStale(failureBody(failure).code === 'stale');
      throw failure;
    });
    notice.success(text().done.modified);
    onClose();
  };
  const reload = async () => {
    await onReload();
    setStale(false);
  };
  return (
    <DialogForm
      submit={text().actions.save}
      resolver={contractResolver(fields, { isHidden, more: ruleMessages(entity, fields) })}
      record={shownRecord(record, fields)}
      onSubmit={send}
    >
      {stale && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" onClick={reload}>
              {text().actions.reload}
            </Button>
          }
        >
          {text().form.stale}
        </Alert>
      )}
      <Box sx={{ pt: 1 }}>
        <FieldInputs
          fields={shown}
          rows={options.form.map(rowOf)}
          inputs={inputs}
          isHidden={isHidden}
          neededIn={(values) => neededIn(entity, values)}
          fixed={Object.keys(fixed).filter((name) => !(name in fields))}
        />
      </Box>
    </DialogForm>
  );
}

/** A text that is in the user's language already, as a label. */
const sameWords = (words: string) => ({ en: words, zh: words });
