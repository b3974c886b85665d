import { useDelete } from 'react-admin';
import { isRestorable } from '../../../contract/access/retention.ts';
import { childSections } from '../../../contract/relations/embeddedLists.ts';
import { recordNoun } from '../../../contract/screens/recordNoun.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { formatList } from '../../i18n/formatList.ts';
import { text, translate } from '../../i18n/text.ts';
import type { RemoveDialogProps } from '../dialogSlots.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useUndoNotice } from './UndoNotice.tsx';

/** Asks for a confirmation, and deletes a record. */
export function RemoveDialog({ entity, record, name, onClose, onDone }: RemoveDialogProps) {
  const [remove] = useDelete();
  const role = useRole();
  const deletedChildren = childSections(entity, role)
    .filter(({ section }) => section.onDelete === 'cascade')
    .map(({ section, entity: child }) => translate(section.label ?? child.labels));
  const notice = useNotice();
  const undoable = useUndoNotice(entity);
  const question = isRestorable(entity) ? text().ask.remove : text().ask.removeForGood;
  const confirm = async () => {
    const params = { id: record.id, previousData: record };
    await remove(entity.name, params, { returnPromise: true, mutationMode: 'pessimistic' });
    if (isRestorable(entity)) undoable([record.id], name);
    else notice.success(text().done.operation);
    onClose();
    onDone?.();
  };
  return (
    <ConfirmDialog
      title={text().ask.actionTitle(text().actions.remove, translate(recordNoun(entity, record)))}
      danger
      yes={text().actions.remove}
      onYes={confirm}
      onClose={onClose}
    >
      {[question(name), deletedChildren.length > 0 && text().ask.removeWith(formatList(deletedChildren))]
        .filter(Boolean)
        .join(' ')}
    </ConfirmDialog>
  );
}
