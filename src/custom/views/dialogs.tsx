import { useCreate, useDelete, useUpdate } from 'react-admin';
import type { Fields } from '../../../contract/field.ts';
import { entityNamed } from '../../../contract/index.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';

const resource = 'saved_view';
const { name: field } = entityNamed(resource).fields;

/** The name of a view, called so. */
function nameFields(): Fields {
  const words = text().views.name;
  return field ? { name: { ...field, label: { en: words, zh: words } } } : {};
}

interface Saved {
  screen: string;
  /** The filters and the order. */
  query: string;
  /** Those that are there. */
  views: readonly RecordData[];
  onClose: () => void;
}

/** Saves the filters and the order of a list under a name; a view of that name then keeps these. */
export function SaveDialog({ screen, query, views, onClose }: Saved) {
  const [create] = useCreate();
  const [update] = useUpdate();
  const notice = useNotice();
  const save = async ({ name }: Record<string, unknown>, idempotencyKey: string) => {
    const before = views.find((view) => view.name === name);
    if (before) {
      const params = { id: before.id, data: { ...before, query }, previousData: before };
      await update(resource, params, { returnPromise: true, mutationMode: 'pessimistic' });
    } else {
      const params = { data: { screen, name, query }, meta: { idempotencyKey } };
      await create(resource, params, { returnPromise: true });
    }
    notice.success(text().views.saved);
    onClose();
  };
  return (
    <InputDialog
      title={text().views.save}
      action={text().actions.save}
      fields={nameFields()}
      send={save}
      onClose={onClose}
    />
  );
}

/** Asks whether a view is to be deleted. */
export function RemoveDialog({ view, onClose }: { view: RecordData; onClose: () => void }) {
  const [remove] = useDelete();
  const name = String(view.name);
  const params = { id: view.id, previousData: view };
  return (
    <ConfirmDialog
      title={text().views.remove(name)}
      danger
      yes={text().actions.remove}
      onYes={() => remove(resource, params, { returnPromise: true, mutationMode: 'pessimistic' })}
      onClose={onClose}
    >
      {text().ask.remove(name)}
    </ConfirmDialog>
  );
}
