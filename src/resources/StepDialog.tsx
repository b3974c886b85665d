import { Box, Button } from '@mui/material';
import type { FormEvent } from 'react';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import type { NamedTransition } from '../../contract/lifecycle.ts';
import { api } from '../dataProvider/api.ts';
import { toast } from '../dataProvider/notices.ts';
import { say, text } from '../i18n/text.ts';
import { AppDialog } from './AppDialog.tsx';
import { FieldInput } from './FieldInput.tsx';
import { useFields } from './useFields.ts';

interface Props {
  entity: Entity;
  id: number;
  name: string;
  step: NamedTransition;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for what a step needs, or only whether it is meant, and takes it. */
export function StepDialog({ entity, id, name, step, onClose, onDone }: Props) {
  const fields = step.input ?? {};
  const state = useFields(fields, {});
  const send = async (input: Record<string, unknown>) => {
    await api(`/v1/${entity.path}/${id}`, {
      method: 'POST',
      body: { ...input, [entity.lifecycle?.field ?? 'status']: step.to },
    });
    toast(text().done.operation, 'success');
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void state.submit(send);
  };
  const actions = (
    <>
      <Button onClick={onClose} disabled={state.busy}>
        {text().actions.close}
      </Button>
      <Button
        type="submit"
        variant="contained"
        color={step.tone === 'danger' ? 'error' : 'primary'}
        disabled={state.busy}
      >
        {say(step.label)}
      </Button>
    </>
  );
  return (
    <AppDialog
      title={`${say(step.label)} · ${name}`}
      width={480}
      onClose={onClose}
      form={submit}
      busy={state.busy}
      actions={actions}
    >
      <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
        {Object.keys(fields).length === 0 && text().ask.sure(say(step.label))}
        {Object.entries(fields).map(([field, declared]) => (
          <FieldInput
            key={field}
            name={field}
            field={declared as Field}
            value={state.values[field]}
            onChange={(value) => state.set(field, value)}
            error={state.errors[field]}
          />
        ))}
      </Box>
    </AppDialog>
  );
}
