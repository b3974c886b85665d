import { useMemo } from 'react';
import { isRestorable } from '../../../../contract/access/retention.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { useSession } from '../../../authProvider/useSession.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';
import { type RunnableAction, useOverrides } from '../../overrides.ts';

const label = { en: 'Delete', zh: '删除' };
const restorableHint = { en: 'They can be restored for 30 days.', zh: '30 天内可以恢复。' };
const permanentHint = { en: 'This cannot be undone.', zh: '此处无法恢复。' };

/** The bulk deletion, for those records that the role may delete. */
export function useBulkRemove(entity: Entity): RunnableAction {
  const data = useConsoleDataProvider();
  const { isRemovable } = useOverrides(entity.name);
  const caller = useSession()?.user.id ?? 0;
  return useMemo(() => {
    const restorable = isRestorable(entity);
    return {
      name: 'remove',
      label,
      tone: 'danger',
      restorable,
      confirm: restorable ? restorableHint : permanentHint,
      applies: (record) => isPermitted(entity, 'remove', record) && isRemovable?.(record, caller) !== false,
      run: (record) => data.delete(entity.name, { id: record.id, previousData: record }),
    };
  }, [entity, data, isRemovable, caller]);
}
