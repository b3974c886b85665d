import { Box, Skeleton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ResourceContextProvider, useGetOne, useUpdate } from 'react-admin';
import type { Entity } from '../../../contract/entity.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { mergedRows, rowsIn } from '../../dataProvider/childRows.ts';
import { failureBody } from '../../dataProvider/failure.ts';
import { useIdempotencyKeys } from '../../dataProvider/idempotency.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { nameOf } from '../cells.tsx';
import { LoadFailed } from '../detail/LoadFailed.tsx';
import { AppDialog, DialogBody } from '../dialog/AppDialog.tsx';
import { numberText } from '../format.ts';
import { useOverrides } from '../overrides.ts';
import { contractResolver, hiddenByCondition, shownOf, type Values } from './contractResolver.ts';
import { DialogForm } from './DialogForm.tsx';
import {
  type FormOptions,
  fixedFields,
  formFields,
  rowOf,
  shownRecord,
  shownValues,
  withChildren,
} from './entityFields.ts';
import { FieldInputs } from './FieldInputs.tsx';
import { childMessages, neededIn, ruleMessages } from './ruleMessages.ts';
import { StaleRowsAlert } from './StaleAlert.tsx';
import { type FormChildren, mostRows, useChildRows } from './useChildRows.ts';

interface Props {
  entity: Entity;
  options: FormOptions;
  /** In place of the title that the declaration gives. */
  title?: string;
  onClose: () => void;
}

/** The record with its children as they are, and what was entered of these. */
const withRows = (record: RecordData, { rows }: FormChildren, fields: Fields, values: Values = {}): RecordData => ({
  ...record,
  ...Object.fromEntries(
    Object.entries(rows).flatMap(([name, fresh]) => {
      const field = fields[name];
      return field ? [[name, mergedRows(field, rowsIn(values[name]), fresh)]] : [];
    }),
  ),
});

/** The dialog that changes a record: it begins with the record as it is now, and sends what was changed. */
export function EditForm({ id, ...given }: Props & { id: number }) {
  const { entity, onClose } = given;
  const role = useRole() ?? 'Subordinate';
  const options = withChildren(entity, given.options, role, 'edit');
  const props = { ...given, options };
  const fields = formFields(entity, options, role, 'edit');
  const [opened] = useState(Date.now);
  // Whatever was fetched ahead: what is changed is the record as it is now.
  const found = useGetOne<RecordData>(entity.name, { id }, { refetchOnMount: 'always' });
  const fresh = found.data && found.dataUpdatedAt >= opened ? found.data : undefined;
  const children = useChildRows(entity, role, id);
  const [record, setRecord] = useState<RecordData>();
  if (fresh && children.data && !record) setRecord(withRows(fresh, children.data, fields));
  const refetch = () => Promise.all([found.refetch(), children.refetch()]);
  const readAgain = async (values: Values): Promise<RecordData | undefined> => {
    const [{ data }, { data: rows }] = await refetch();
    return data && rows && withRows(data, rows, fields, values);
  };
  const name = record ? nameOf(entity, record) : '';
  return (
    <ResourceContextProvider value={entity.name}>
      <AppDialog title={props.title ?? [text().actions.edit, name].filter(Boolean).join(' · ')} onClose={onClose}>
        {record ? (
          <RecordForm
            {...props}
            record={record}
            totals={children.data?.totals ?? {}}
            onReload={readAgain}
            onRead={setRecord}
          />
        ) : (
          <DialogBody>
            {(found.error ?? children.error) ? (
              <LoadFailed onRetry={refetch} />
            ) : (
              <Skeleton variant="rounded" height={240} />
            )}
          </DialogBody>
        )}
      </AppDialog>
    </ResourceContextProvider>
  );
}

type RecordFormProps = Props & {
  /** The record, with the rows of its children. */
  record: RecordData;
  /** How many children there are, by section. */
  totals: FormChildren['totals'];
  /** Reads the record again. In: what was entered. Out: the record with what was entered of its children. */
  onReload: (values: Values) => Promise<RecordData | undefined>;
  onRead: (record: RecordData) => void;
};

/** Was the record changed meanwhile, or a child of it changed or deleted? */
function isOutdated(failure: unknown, fields: Fields): boolean {
  const { code, fields: said = {} } = failureBody(failure);
  const isChild = (path: string) => path.endsWith('.id') && fields[path.split('[')[0] ?? '']?.forms !== undefined;
  return code === 'stale' || Object.keys(said).some(isChild);
}

function RecordForm({ entity, options, record, totals, onReload, onRead, onClose }: RecordFormProps) {
  const role = useRole() ?? 'Subordinate';
  const notice = useNotice();
  const [update] = useUpdate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKeys();
  const [stale, setStale] = useState(false);
  const { inputs } = useOverrides(entity.name);
  const fields = formFields(entity, options, role, 'edit');
  const fixed = fixedFields(entity, options, role);
  const isHidden = hiddenByCondition(fields, entity);
  const sections = Object.keys(fields).filter((name) => fields[name]?.forms);
  const hintOf = (name: string, { forms, secret }: Field): string => {
    const total = totals[name] ?? 0;
    if (forms && total > mostRows) return text().form.firstOnly(numberText(mostRows), numberText(total));
    return secret ? text().form.keepPassword : '';
  };
  const shown = Object.fromEntries(
    Object.entries({ ...fields, ...fixed }).map(([name, field]) => [
      name,
      { ...field, ...(hintOf(name, field) && { hint: sameWords(hintOf(name, field)) }) },
    ]),
  );
  const send = async (values: Values) => {
    const data = shownValues(shownOf(fields, values, isHidden));
    const meta = { idempotencyKey: keyFor([data, record.version]) };
    const params = { id: record.id, data, previousData: record, meta };
    await update(entity.name, params, { returnPromise: true }).catch((failure: unknown) => {
      setStale(isOutdated(failure, fields));
      throw failure;
    });
    for (const { to, forms } of Object.values(fields)) if (forms) void queries.invalidateQueries({ queryKey: [to] });
    notice.success(text().done.modified);
    onClose();
  };
  const read = (again: RecordData) => {
    onRead(again);
    setStale(false);
  };
  return (
    <DialogForm
      submit={text().actions.save}
      resolver={contractResolver(fields, {
        isHidden,
        more: (values) => ({ ...ruleMessages(entity, fields)(values), ...childMessages(fields)(values) }),
      })}
      record={shownRecord(record, fields)}
      onSubmit={send}
    >
      {stale && <StaleRowsAlert sections={sections} onReload={onReload} onRead={read} />}
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
