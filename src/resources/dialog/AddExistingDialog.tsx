import { useMemo } from 'react';
import { type RaRecord, useUpdate } from 'react-admin';
import { reference } from '../../../contract/schema/field/field.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import type { Join, JoinDialogProps, UnjoinDialogProps } from '../dialogSlots.ts';
import { formFailure } from '../formState/formMessages.ts';
import { RecordInput } from '../input/pickers/RecordInput.tsx';
import type { FieldInputProps } from '../slotTypes.ts';
import { nameOf } from '../values/Cell.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { InputDialog } from './InputDialog.tsx';

const idsIn = (record: Readonly<Record<string, unknown>>, by: string): readonly number[] =>
  Array.isArray(record[by]) ? record[by] : [];

/** Changes the set of a freshly fetched record, since others may have changed it after the list was read. */
function useWriteRelation({ entity, by }: Join) {
  const data = useConsoleDataProvider();
  const [update] = useUpdate();
  const notice = useNotice();
  return async (id: number, change: (ids: readonly number[]) => readonly number[], idempotencyKey?: string) => {
    const { data: record } = await data.getOne<RecordData>(entity.name, { id });
    const values = { ...record, [by]: change(idsIn(record, by)) };
    const meta = idempotencyKey === undefined ? {} : { idempotencyKey };
    await update(entity.name, { id, data: values, previousData: record, meta }, { returnPromise: true });
    notice.success(text().done.modified);
  };
}

/** The reason why a record cannot be chosen, if any. */
const whyNotAddable =
  ({ entity, by }: Join, holder: number) =>
  (record: RaRecord): string | undefined => {
    if (idsIn(record, by).includes(holder)) return text().record.alreadyInList;
    return isPermitted(entity, 'edit', record) ? undefined : text().record.notEditable;
  };

/** The dialog that adds this record to the set of an existing record. */
export function AddExistingDialog({ entity, by, holder, onClose }: JoinDialogProps) {
  const write = useWriteRelation({ entity, by });
  const label = text().list.addExisting(translate(entity.label));
  const inputs = useMemo(() => {
    const disabledReason = whyNotAddable({ entity, by }, holder);
    return { [by]: (props: FieldInputProps) => <RecordInput {...props} disabledReason={disabledReason} /> };
  }, [entity, by, holder]);
  const fields = useMemo(
    () => ({ [by]: reference(entity.name, { label: entity.label, required: true }) }),
    [entity, by],
  );
  const send = async (body: Record<string, unknown>, key: string) => {
    await write(Number(body[by]), (ids) => [...ids, holder], key);
    onClose();
  };
  return (
    <InputDialog
      title={label}
      action={text().list.addExistingShort}
      leave={text().actions.cancel}
      fields={fields}
      inputs={inputs}
      draft={`add ${entity.name} ${by} ${holder}`}
      send={send}
      onClose={onClose}
    />
  );
}

/** Asks for a confirmation, and removes this record from the set of another one. */
export function UnjoinDialog({ entity, by, holder, name, record, onClose }: UnjoinDialogProps) {
  const write = useWriteRelation({ entity, by });
  const confirm = () =>
    write(record.id, (ids) => ids.filter((id) => id !== holder)).catch((failure: unknown) => {
      // The failure belongs to no input.
      throw formFailure({ _: failureText(failure) });
    });
  return (
    <ConfirmDialog
      title={text().ask.actionTitle(text().actions.takeOut, translate(entity.label))}
      yes={text().actions.takeOut}
      onYes={confirm}
      onClose={onClose}
    >
      {text().ask.takeOut(nameOf(entity, record), name)}
    </ConfirmDialog>
  );
}
