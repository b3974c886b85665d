import { useNotify } from 'react-admin';
import type { Label } from '../../../contract/messages/label.ts';
import { titleOf } from '../../../contract/relations/title.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { findRecordAddress } from '../../../contract/screens/address.ts';
import { recordNoun } from '../../../contract/screens/recordNoun.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { language } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { LinkedNotice } from './LinkedNotice.tsx';

interface Done {
  /** What the record now is: `approved`. */
  readonly done?: Label | undefined;
}

/**
 * Returns a function that says that something was done with a record: it names the record and links to it ("Operation
 * successful · Order LO-1 approved · View").
 * @param opening The words of the specification for the success; "Operation successful" by default.
 */
export function useDoneNotice(entity: Entity): (record: RecordData, done?: Done, opening?: string) => void {
  const notify = useNotify();
  const notice = useNotice();
  const role = useRole();
  return (record, { done } = {}, opening = text().done.operation) => {
    const title = titleOf(entity, record, language());
    const noun = translate(recordNoun(entity, record));
    const name = entity.single ? noun : [noun, title ?? record.id].join(' ');
    const message = `${opening} · ${[name, done && translate(done)].filter(Boolean).join(' ')}`;
    const isElsewhere = !entity.single && isPermitted(entity, 'get', record);
    const to = isElsewhere ? findRecordAddress(entity, record, role) : undefined;
    if (to === undefined) notice.success(message);
    else notify(<LinkedNotice message={message} to={to} />, { type: 'success' });
  };
}
