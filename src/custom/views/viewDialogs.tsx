import { useDelete } from 'react-admin';
import { customers } from '../../../contract/schema/access.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { useUndoNotice } from '../../resources/dialog/UndoNotice.tsx';
import type { ListView } from '../../resources/list/views/listView.ts';
import { useDefaultView, useOpenView } from '../../resources/list/views/openView.ts';
import { useSaveView, type ViewValues } from './useSaveView.ts';

/** The fields of a view in the dialog: its name, and whether it is shared. */
function useViewFields(): Fields {
  const role = useRole();
  const { name, is_shared } = useContract().entity('saved_view').fields;
  const words = text().views;
  const called = (label: string) => ({ en: label, zh: label });
  const whom = customers.some((one) => one === role) ? words.shareEnterprise : words.shareRole;
  if (!name || !is_shared) return {};
  return { name: { ...name, label: called(words.name) }, is_shared: { ...is_shared, label: called(whom) } };
}

interface SaveViewProps {
  /** The list, by its screen and its entity. */
  place: string;
  /** The current state of the list. */
  look: ListView;
  /** The user's own views; one of the same name is overwritten. */
  views: readonly RecordData[];
  /** The view whose name and sharing are edited; its list state is unchanged. */
  view?: RecordData | undefined;
  onClose: () => void;
}

/** Saves the current state of a list as a named view, or edits the name and sharing of a view. */
export function SaveViewDialog({ place, look, views, view, onClose }: SaveViewProps) {
  const save = useSaveView(place);
  const words = text().views;
  const send = async (values: ViewValues, idempotencyKey: string) => {
    const before = view ?? views.find(({ name }) => name === values.name);
    await save(before, view ? values : { ...values, look }, idempotencyKey);
    onClose();
  };
  return (
    <InputDialog
      title={view ? words.edit(String(view.name)) : words.save}
      action={text().actions.save}
      fields={useViewFields()}
      start={view}
      draft={`save view ${place} ${view?.id ?? ''}`}
      send={send}
      onClose={onClose}
    />
  );
}

interface RemoveViewProps {
  place: string;
  view: RecordData;
  onClose: () => void;
}

/** Asks before a view is deleted; the list keeps its current state. */
export function RemoveViewDialog({ place, view, onClose }: RemoveViewProps) {
  const [remove] = useDelete();
  const [, setView] = useOpenView(place);
  const [first, setFirst] = useDefaultView(place);
  const undoable = useUndoNotice(useContract().entity('saved_view'));
  const name = String(view.name);
  const isFirst = first?.id === view.id;
  const params = { id: view.id, previousData: view };
  const send = async () => {
    await remove('saved_view', params, { returnPromise: true, mutationMode: 'pessimistic' });
    setView(undefined);
    if (isFirst) setFirst(undefined);
    undoable([view.id], name, { onUndone: () => isFirst && setFirst(first) });
  };
  return (
    <ConfirmDialog title={text().views.remove(name)} danger yes={text().actions.remove} onYes={send} onClose={onClose}>
      {view.is_shared ? text().views.askRemoveShared(name) : text().ask.remove(name)}
    </ConfirmDialog>
  );
}
