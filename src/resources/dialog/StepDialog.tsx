import type { Entity } from '../../../contract/entity.ts';
import type { Fields } from '../../../contract/field.ts';
import type { NamedTransition } from '../../../contract/lifecycle.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { useOverrides } from '../overrides.ts';
import { useStep } from '../useStep.ts';
import { InputDialog } from './InputDialog.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
  name: string;
  step: NamedTransition;
  onClose: () => void;
}

/** Asks for what a step needs, or only whether it is meant, and takes it. */
export function StepDialog({ entity, record, name, step, onClose }: Props) {
  const notice = useNotice();
  const take = useStep(entity);
  const { inputs } = useOverrides(entity.name);
  const send = async (input: Record<string, unknown>, key: string) => {
    await take(record, step, input, key);
    notice.success(text().done.operation);
    onClose();
  };
  return (
    <InputDialog
      title={`${translate(step.label)} · ${name}`}
      action={translate(step.label)}
      danger={step.tone === 'danger'}
      fields={(step.input ?? {}) as Fields}
      inputs={inputs}
      question={step.input ? undefined : text().ask.sure(translate(step.label))}
      send={send}
      onClose={onClose}
    />
  );
}
