import { ResourceContextProvider } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { recordAddress } from '../../../../contract/screens/address.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../../dialogSlots.ts';
import { withReturnState } from '../../list/returnState.ts';
import { useOverrides } from '../../overrides.ts';

/** Opens a related record: at its own address, or over the current record if the role has no screen for it. */
export function useOpenRelatedRecord(entity: Entity): (id: number) => void {
  const role = useRole();
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  const { EntityDetail } = useDialogSlots();
  const { detail: Detail = EntityDetail } = useOverrides(entity.name);
  return (id) => {
    const address = recordAddress(entity, { id }, role);
    if (address) return void navigate(address, withReturnState);
    openDialog((close) => (
      <ResourceContextProvider value={entity.name}>
        <Detail id={id} onClose={close} />
      </ResourceContextProvider>
    ));
  };
}
