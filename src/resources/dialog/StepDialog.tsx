import type { Entity } from '../../contract/entity.ts';
import type { Fields } from '../../contract/field.ts';
import type { NamedTransition } from '../../contract/lifecycle.ts';
import { custom } from '../custom/registry.tsx';
import { api } from '../dataProvider/api.ts';
import { toast } from '../dataProvider/notices.ts';
import { say, text } from '../i18n/text.ts';
import { InputDialog } from './InputDialog.tsx';

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
  const send = async (input: Record<string, unknown>) => {
    await api(`/v1/${entity.path}/${id}`, {
      method: 'POST',
      body: { ...input, [entity.lifecycle?.field ?? 'status']: step.to },
    });
    toast(text().done.operation, 'success');
    onDone();
  };
  return (
    <InputDialog
      title={`${say(step.label)} · ${name}`}
      action={say(step.label)}
      danger={step.tone === 'danger'}
      fields={(step.input ?? {}) as Fields}
      inputs={custom[entity.name]?.inputs}
      question={text().ask.sure(say(step.label))}
      send={send}
      onClose={onClose}
    />
  );
}
