import type { NamedAction } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { questionWidth } from '../../ui/dialog/AppDialog.tsx';
import { useAction } from '../actions/useAction.ts';
import { enteredValues } from '../form/enteredValues.ts';
import { requiredByStep, stepRuleMessages } from '../form/ruleMessages.ts';
import { DialogRecordProvider } from '../input/shared/DialogRecordContext.ts';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
import { type ActionProps, useOverrides } from '../overrides.ts';
import { nameOf } from '../values/Cell.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { buttonText, questionText } from './dialogText.ts';
import { InputDialog, isCommentOnly } from './InputDialog.tsx';
import { recordValue, valuesFromRecord } from './recordValues.ts';

/** The custom inputs of this action, which the overrides declare as `action.field`. */
function useActionInputs(entity: Entity, { name, input = {} }: NamedAction) {
  const { inputs = {} } = useOverrides(entity.name);
  return Object.fromEntries(
    Object.keys(input).flatMap((field) => {
      const Custom = inputs[`${name}.${field}`];
      return Custom ? [[field, Custom] as const] : [];
    }),
  );
}

/** The initial values of the action's inputs that start with values of the record. */
const startValues = (entity: Entity, { prefilled = [], input = {} }: NamedAction, record: RecordData) => ({
  ...valuesFromRecord(entity, input, record),
  ...Object.fromEntries(prefilled.map((name) => [name, recordValue(entity, name, record)])),
});

/** True if all inputs are stored unchanged. An action with an effect in code may use them otherwise. */
const storesInput = (entity: Entity, { effect, input = {} }: NamedAction): boolean =>
  effect === undefined && Object.keys(input).every((name) => Object.hasOwn(entity.fields, name));

/** True if the user has typed the word that the action requires. */
const isConfirmWordTyped = ({ typed }: NamedAction, values: Readonly<Record<string, unknown>>): boolean =>
  !typed || values[typed.input] === typed.word;

/** Asks for the input of an action, or only for a confirmation, and runs it. */
export function ActionDialog({ entity, record, action, onClose, onDone }: ActionProps) {
  const done = useDoneNotice(entity);
  const keyFor = useIdempotencyKeys();
  const { mutateAsync } = useAction(entity, action);
  const inputs = useActionInputs(entity, action);
  const question = questionText(entity, action, record);
  const danger = action.tone === 'danger';
  const label = buttonText(entity, action, [record]);
  const title = `${translate(action.label)} · ${nameOf(entity, record)}`;
  const take = async (input: Readonly<Record<string, unknown>>, idempotencyKey: string) => {
    await mutateAsync({ record, input: enteredValues(input, action.prefilled), options: { idempotencyKey } });
    done(record, action);
    onDone?.();
  };
  if (!action.input)
    return (
      <ConfirmDialog
        title={title}
        danger={danger}
        {...(danger && { yes: label })}
        onYes={() => take({}, keyFor(action.name))}
        onClose={onClose}
      >
        {question ?? text().ask.confirmAction(label)}
      </ConfirmDialog>
    );
  return (
    <DialogRecordProvider value={{ entity, record }}>
      <InputDialog
        title={title}
        action={label}
        danger={danger}
        fields={action.input}
        inputs={inputs}
        rows={action.form}
        start={startValues(entity, action, record)}
        question={question}
        {...(storesInput(entity, action) && {
          more: stepRuleMessages(entity, record, action, action.prefilled),
          requiredIn: requiredByStep(entity, record, action, action.prefilled),
        })}
        isReady={(values) => isConfirmWordTyped(action, values)}
        {...(isCommentOnly(action.input) && { width: questionWidth })}
        draft={`${action.name} ${entity.name} ${record.id}`}
        send={(input, key) => take(input, key).then(onClose)}
        onClose={onClose}
      />
    </DialogRecordProvider>
  );
}
