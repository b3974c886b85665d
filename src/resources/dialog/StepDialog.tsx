import type { Fields } from '../../../contract/schema/field/field.ts';
import { text, translate } from '../../i18n/text.ts';
import { questionWidth } from '../../ui/dialog/AppDialog.tsx';
import { useStep } from '../actions/useStep.ts';
import type { StepDialogProps } from '../dialogSlots.ts';
import { enteredValues } from '../form/enteredValues.ts';
import { requiredByStep, stepRuleMessages } from '../form/ruleMessages.ts';
import { DialogRecordProvider } from '../input/shared/DialogRecordContext.ts';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
import { useOverrides } from '../overrides.ts';
import { buttonText, questionText } from './dialogText.ts';
import { InputDialog, isCommentOnly } from './InputDialog.tsx';
import { valuesFromRecord } from './recordValues.ts';

/**
 * Asks for the input of a step, or only for a confirmation, and takes it. Fields that are left empty remain unchanged.
 */
export function StepDialog({ entity, record, name, step, start, onClose, onDone }: StepDialogProps) {
  const done = useDoneNotice(entity);
  const take = useStep(entity);
  const { inputs } = useOverrides(entity.name);
  const fields = (step.input ?? {}) as Fields;
  const label = buttonText(entity, step, [record]);
  const taken = { ...step, input: fields };
  const send = async (input: Record<string, unknown>, key: string) => {
    await take(record, step, enteredValues(input), key);
    done(record, step);
    onClose();
    onDone?.();
  };
  return (
    <DialogRecordProvider value={{ entity, record }}>
      <InputDialog
        title={`${translate(step.label)} · ${name}`}
        action={label}
        danger={step.tone === 'danger'}
        fields={fields}
        inputs={inputs}
        start={{ ...valuesFromRecord(entity, fields, record), ...start }}
        {...(!step.effect && {
          more: stepRuleMessages(entity, record, taken),
          requiredIn: requiredByStep(entity, record, taken),
        })}
        question={questionText(entity, step, record) ?? (step.input ? undefined : text().ask.confirmAction(label))}
        {...(isCommentOnly(fields) && { width: questionWidth })}
        draft={`${step.name} ${entity.name} ${record.id}`}
        send={send}
        onClose={onClose}
      />
    </DialogRecordProvider>
  );
}
