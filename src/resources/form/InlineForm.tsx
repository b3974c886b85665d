import { Box, Button } from '@mui/material';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Form, RecordContextProvider, ResourceContextProvider, useCreate, useUpdate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useRole } from '../../authProvider/useSession.ts';
import { failureBody } from '../../dataProvider/http/failure.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import type { InlineFormProps } from '../dialogSlots.ts';
import { type DraftHandle, FormDraft } from '../draft/FormDraft.tsx';
import type { FormValues } from '../formState/contractResolver.ts';
import { defaultValues } from '../formState/defaultValues.ts';
import { withoutStaleMessage } from '../formState/formMessages.ts';
import { RefusalAlert } from '../formState/RefusalAlert.tsx';
import { CalculatedNumbers } from '../input/shared/CalculatedNumbers.tsx';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
import { FormStateReporter, keepTypedValues, useSubmitOnce } from './DialogForm.tsx';
import { shownRecord } from './entityFields.ts';
import { FieldInputs } from './FieldInputs.tsx';
import { FollowDefaults } from './FollowDefaults.tsx';
import { StaleAlert } from './StaleAlert.tsx';
import { useEntityForm } from './useEntityForm.ts';

/** Returns a function that sends a new record, or the changes of an existing one. */
function useSendRecord({ entity, options, record }: InlineFormProps): (values: FormValues) => Promise<unknown> {
  const [create] = useCreate();
  const [update] = useUpdate();
  const keyFor = useIdempotencyKeys();
  return (values) => {
    const data = record ? values : { ...options.preset, ...values };
    const meta = { idempotencyKey: keyFor([data, record?.version]) };
    return record
      ? update(entity.name, { id: record.id, data, previousData: record, meta }, { returnPromise: true })
      : create(entity.name, { data, meta }, { returnPromise: true });
  };
}

function InlineFormButtons({ submit, onClose }: { submit: string; onClose: () => void }) {
  const { isSubmitting } = useFormState();
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
      <Button size="small" onClick={onClose} disabled={isSubmitting}>
        {text().actions.cancel}
      </Button>
      <Button size="small" type="submit" variant="contained" disabled={isSubmitting}>
        {submit}
      </Button>
    </Box>
  );
}

/** Focuses the first input when the form opens. */
function FocusFirstInput({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus(), []);
  return <div ref={element}>{children}</div>;
}

/** A form in place of the record in a list within a page: it creates a record, or edits one. */
export function InlineForm(props: InlineFormProps) {
  const { entity, options, record, onClose, onReload } = props;
  const role = useRole();
  const done = useDoneNotice(entity);
  const [isStale, setStale] = useState(false);
  const send = useSendRecord(props);
  const { fields, sentOf, resolver, drawn } = useEntityForm(entity, options, role, record ? 'edit' : 'create', record);
  const draft = useRef<DraftHandle>(null);
  const version = record?.version as number | undefined;
  // The record was reloaded.
  useEffect(() => setStale(false), [version]);
  const leave = () => {
    draft.current?.remove();
    onClose();
  };
  const submit = useSubmitOnce(async (values) => {
    const saved = await send(sentOf(values)).catch((failure: unknown) => {
      setStale(failureBody(failure).code === 'stale');
      throw withoutStaleMessage(failure);
    });
    done(saved as RecordData, undefined, record ? text().done.modified : text().done.created);
    onClose();
  }, draft);
  return (
    <ResourceContextProvider value={entity.name}>
      <RecordContextProvider value={record && shownRecord(record, fields)}>
        <Form
          noValidate
          mode="onTouched"
          disableInvalidFormNotification
          resetOptions={keepTypedValues}
          resolver={resolver()}
          {...(!record && { defaultValues: defaultValues(entity.contract, fields, options.preset, entity.fields) })}
          onSubmit={submit}
        >
          {!record && <FollowDefaults fields={fields} all={entity.fields} />}
          <FormStateReporter part={`${entity.name} ${record?.id ?? ''}`} />
          <FormDraft
            ref={draft}
            name={
              record ? `edit ${entity.name} ${record.id}` : `create ${entity.name} ${JSON.stringify(options.preset)}`
            }
            fields={fields}
            version={version}
          />
          <RefusalAlert />
          {isStale && <StaleAlert mb={1} onReload={onReload} />}
          <FocusFirstInput>
            <FieldInputs {...drawn} />
            <CalculatedNumbers fields={fields} />
          </FocusFirstInput>
          <InlineFormButtons submit={record ? text().actions.save : text().actions.create} onClose={leave} />
        </Form>
      </RecordContextProvider>
    </ResourceContextProvider>
  );
}
