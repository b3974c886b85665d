import { isPermitted } from '../../../authProvider/authProvider.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import type { RowActionProps } from '../../../resources/overrides.ts';
import { nameOf } from '../../../resources/values/Cell.tsx';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { ApplyButton } from './ApplyButton.tsx';
import { endsSoon } from './endsSoon.ts';
import { LicenceButton } from './LicenceButton.tsx';

export const RenewDialog = lazyChunk(() => import('./RenewDialog.tsx'));

/**
 * The next action for a licence that ends soon: an order that renews it (D4), or an application for users who may not
 * order.
 */
export default function RenewButton({ record: licence }: RowActionProps) {
  const contract = useContract();
  const openDialog = useOpenDialog();
  if (!endsSoon(licence)) return null;
  if (!isPermitted(contract.entity('order'), 'create'))
    return isPermitted(contract.entity('application'), 'create') ? <ApplyButton record={licence} /> : null;
  const open = () => openDialog((close) => <RenewDialog licence={licence} onClose={close} />);
  const name = nameOf(contract.entity('assignment'), licence);
  return <LicenceButton label={text().renewal.action} name={name} onClick={open} />;
}
