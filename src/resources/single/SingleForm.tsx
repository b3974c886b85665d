import { Box, Button, Paper } from '@mui/material';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { Form, RecordContextProvider, useUpdate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Entity } from '../../../contract/schema/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { failureBody } from '../../dataProvider/http/failure.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { LeaveQuestion } from '../../ui/dialog/AppDialog.tsx';
import { DialogFrameProvider, useDiscards } from '../../ui/dialog/DialogFrameContext.ts';
import { useDirtyParts } from '../../ui/dialog/useDirtyParts.ts';
import { useRecordGuard } from '../detail/record/useRecordGuard.ts';
import { type DraftHandle, FormDraft } from '../draft/FormDraft.tsx';
import { FormStateReporter, keepTypedValues, useSubmitOnce } from '../form/DialogForm.tsx';
import type { FormOptions } from '../form/entityFields.ts';
import { shownRecord } from '../form/entityFields.ts';
import { FieldInputs } from '../form/FieldInputs.tsx';
import { StaleAlert } from '../form/StaleAlert.tsx';
import { useEntityForm } from '../form/useEntityForm.ts';
import { withoutStaleMessage } from '../formState/formMessages.ts';
import { RefusalAlert } from '../formState/RefusalAlert.tsx';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
import { useOverrides } from '../overrides.ts';

interface Props {
  entity: Entity;
  options: FormOptions;
  record: RecordData;
  /** True inside another page, whose frame it has. */
  isInner?: boolean;
  /** Fetches the record again, after somebody else has changed it; what is typed stays. */
  onReload: () => void;
  onSaved: (record: RecordData) => void;
}

const noop = () => undefined;

/** Asks before what is typed into the form is lost: when another page is opened, on the way back, and on leaving. */
function FormGuard({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useDirtyParts();
  const { onDiscard, discard } = useDiscards();
  const { asking, stay, leave } = useRecordGuard(dirty, noop, discard);
  const frame = useMemo(() => ({ close: noop, setDirty, setBusy: noop, onDiscard }), [setDirty, onDiscard]);
  return (
    <>
      <DialogFrameProvider value={frame}>{children}</DialogFrameProvider>
      {asking && <LeaveQuestion onStay={stay} onLeave={leave} />}
    </>
  );
}

/** The button that saves. */
function SaveButton() {
  const { isSubmitting } = useFormState();
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 1 }}>
      <Button type="submit" variant="contained" disabled={isSubmitting}>
        {text().actions.save}
      </Button>
    </Box>
  );
}

/** The form of an only record, as a page: its fields with those that the environment sets locked. */
export function SingleForm({ entity, options, record, isInner = false, onReload, onSaved }: Props) {
  const role = useRole();
  const done = useDoneNotice(entity);
  const [update] = useUpdate();
  const keyFor = useIdempotencyKeys();
  const [isStale, setStale] = useState(false);
  const { fields, sentOf, resolver, drawn } = useEntityForm(entity, options, role, 'edit', record);
  const { formEnd: FormEnd } = useOverrides(entity.name);
  const draft = useRef<DraftHandle>(null);
  const submit = useSubmitOnce(async (values) => {
    const data = sentOf(values);
    const meta = { idempotencyKey: keyFor([data, record.version]) };
    const params = { id: record.id, data, previousData: record, meta };
    const saved: RecordData = await update(entity.name, params, { returnPromise: true }).catch((failure: unknown) => {
      setStale(failureBody(failure).code === 'stale');
      throw withoutStaleMessage(failure);
    });
    done(saved, undefined, text().done.modified);
    onSaved(saved);
  }, draft);
  const reload = () => {
    setStale(false);
    onReload();
  };
  return (
    <FormGuard>
      <RecordContextProvider value={shownRecord(record, fields)}>
        <Form
          noValidate
          mode="onTouched"
          disableInvalidFormNotification
          resetOptions={keepTypedValues}
          resolver={resolver()}
          onSubmit={submit}
        >
          <Paper {...(!isInner && { variant: 'outlined', sx: { p: { xs: 2, sm: 3 }, maxWidth: 960 } })}>
            <FormDraft
              ref={draft}
              name={`edit ${entity.name} ${record.id}`}
              fields={fields}
              version={record.version as number | undefined}
            />
            <FormStateReporter />
            <RefusalAlert />
            {isStale && <StaleAlert mb={2} onReload={reload} />}
            <FieldInputs {...drawn} />
            {FormEnd && (
              <Suspense fallback={null}>
                <FormEnd />
              </Suspense>
            )}
            <SaveButton />
          </Paper>
        </Form>
      </RecordContextProvider>
    </FormGuard>
  );
}
