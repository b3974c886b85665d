import { Box, Skeleton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ResourceContextProvider, useGetOne, useUpdate } from 'react-admin';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { childRowsIn, mergeChildRows } from '../../dataProvider/forms/childRows.ts';
import { failureBody } from '../../dataProvider/http/failure.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useReferencedDeclarations } from '../ContractContext.ts';
import type { EditFormProps, FormProps } from '../dialogSlots.ts';
import type { DraftOptions } from '../draft/useDraft.ts';
import {
  ChildPagesContext,
  type FormChildren,
  type ReadChildPage,
  type RecordWithChildren,
} from '../formState/childRowPages.ts';
import type { FormValues } from '../formState/contractResolver.ts';
import { withoutStaleMessage } from '../formState/formMessages.ts';
import { CalculatedNumbers } from '../input/shared/CalculatedNumbers.tsx';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
import { useOverrides } from '../overrides.ts';
import { nameOf } from '../values/Cell.tsx';
import { DialogForm } from './DialogForm.tsx';
import { fixedFields, formFields, shownRecord, withChildFields } from './entityFields.ts';
import { FieldInputs } from './FieldInputs.tsx';
import { childRuleMessages } from './ruleMessages.ts';
import { readRowsAgain, StaleChildrenAlert } from './StaleAlert.tsx';
import { useChildRows } from './useChildRows.ts';
import { useEntityForm } from './useEntityForm.ts';

/** The record with its current children, and the entered values of these. */
const withChildRows = (
  record: RecordData,
  { sections }: FormChildren,
  fields: Fields,
  values: FormValues = {},
): RecordData => ({
  ...record,
  ...Object.fromEntries(
    Object.entries(sections).flatMap(([name, { pages }]) => {
      const field = fields[name];
      return field ? [[name, mergeChildRows(field, childRowsIn(values[name]), pages.flat())]] : [];
    }),
  ),
});

/** The dialog that edits a record: it starts with a freshly fetched record and sends the changed values. */
export function EditForm({ id, ...given }: EditFormProps) {
  const { entity, onClose } = given;
  const role = useRole();
  const options = withChildFields(entity, given.options, role, 'edit');
  const props = { ...given, options };
  const fields = formFields(entity, options, role, 'edit');
  // Before the frame is drawn: what is waited for inside it would be shown as a second layer over it.
  useReferencedDeclarations(fields);
  const [opened] = useState(Date.now);
  // Fetch again even if the record was prefetched, since the user edits the current record.
  const found = useGetOne<RecordData>(entity.name, { id }, { refetchOnMount: 'always' });
  const fresh = found.data && found.dataUpdatedAt >= opened ? found.data : undefined;
  const children = useChildRows(entity, role, id);
  const [read, setRead] = useState<RecordWithChildren>();
  if (fresh && children.data && !read)
    setRead({ record: withChildRows(fresh, children.data, fields), children: children.data });
  const refetch = () => Promise.all([found.refetch(), children.refetch()]);
  const readAgain = async (values: FormValues): Promise<RecordWithChildren | undefined> => {
    const rows = children.readAgain(values).catch(() => undefined);
    const [{ data }, again] = await Promise.all([found.refetch(), rows]);
    return data && again && { record: withChildRows(data, again, fields, values), children: again };
  };
  const name = read ? nameOf(entity, read.record) : '';
  return (
    <ResourceContextProvider value={entity.name}>
      <AppDialog title={props.title ?? [text().actions.edit, name].filter(Boolean).join(' · ')} onClose={onClose}>
        {read ? (
          <RecordForm {...props} {...read} readPage={children.readPage} onReload={readAgain} onRead={setRead} />
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

type RecordFormProps = FormProps &
  RecordWithChildren & {
    readPage: ReadChildPage;
    /**
     * Fetches the record again.
     * @param values The entered values.
     * @returns The record with the entered values of its children.
     */
    onReload: (values: FormValues) => Promise<RecordWithChildren | undefined>;
    onRead: (read: RecordWithChildren) => void;
  };

/** True if the record has changed since it was read, or one of its children was changed or deleted. */
function isOutdated(failure: unknown, fields: Fields): boolean {
  const { code, fields: fieldErrors = {} } = failureBody(failure);
  const isChild = (path: string) => path.endsWith('.id') && fields[path.split('[')[0] ?? '']?.forms !== undefined;
  return code === 'stale' || Object.keys(fieldErrors).some(isChild);
}

function RecordForm({ entity, options, record, children, readPage, onReload, onRead, onClose }: RecordFormProps) {
  const role = useRole();
  const done = useDoneNotice(entity);
  const [update] = useUpdate();
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKeys();
  const [stale, setStale] = useState(false);
  const { fields, sentOf, resolver, drawn } = useEntityForm(entity, options, role, 'edit', record);
  const { givenSecrets = [] } = useOverrides(entity.name);
  const fixed = fixedFields(entity, options, role);
  const pages = useMemo(() => ({ children, readPage }), [children]);
  const sections = Object.keys(fields).filter((name) => fields[name]?.forms);
  const shown = Object.fromEntries(
    Object.entries({ ...fields, ...fixed }).map(([name, field]) => [
      name,
      field.secret && !givenSecrets.includes(name) ? { ...field, hint: sameLabel(text().form.keepPassword) } : field,
    ]),
  );
  const send = async (values: FormValues) => {
    const data = sentOf(values);
    const meta = { idempotencyKey: keyFor([data, record.version]) };
    const params = { id: record.id, data, previousData: record, meta };
    const saved: RecordData = await update(entity.name, params, { returnPromise: true }).catch((failure: unknown) => {
      setStale(isOutdated(failure, fields));
      throw withoutStaleMessage(failure);
    });
    for (const { to, forms } of Object.values(fields))
      if (forms) void queryClient.invalidateQueries({ queryKey: [to] });
    done(saved, undefined, text().done.modified);
    onClose();
  };
  const read = (again: RecordWithChildren) => {
    onRead(again);
    setStale(false);
  };
  const draft: DraftOptions = {
    name: `edit ${entity.name} ${record.id}`,
    fields,
    version: record.version as number | undefined,
    restoreRows: (values, form) => readRowsAgain(values, form, { sections, onReload, onRead: read }),
  };
  return (
    <DialogForm
      submit={text().actions.save}
      resolver={resolver(childRuleMessages(entity.contract, fields))}
      record={shownRecord(record, fields)}
      onSubmit={send}
      draft={draft}
    >
      {stale && <StaleChildrenAlert sections={sections} onReload={onReload} onRead={read} />}
      <Box sx={{ pt: 1 }}>
        <ChildPagesContext value={pages}>
          <FieldInputs
            {...drawn}
            fields={shown}
            fixed={[...(drawn.fixed ?? []), ...Object.keys(fixed).filter((name) => !(name in fields))]}
          />
          <CalculatedNumbers fields={fields} />
        </ChildPagesContext>
      </Box>
    </DialogForm>
  );
}

/** A text that is already in the user's language, as a label. */
const sameLabel = (words: string) => ({ en: words, zh: words });
