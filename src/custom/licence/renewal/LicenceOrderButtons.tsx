import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import type { RowActionProps } from '../../../resources/overrides.ts';
import { nameOf } from '../../../resources/values/Cell.tsx';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { ApplyButton } from './ApplyButton.tsx';
import { endsSoon } from './endsSoon.ts';
import { LicenceButton } from './LicenceButton.tsx';
import type { LicenceOrderPurpose } from './licenceOrderValues.ts';

export const LicenceOrderDialog = lazyChunk(() => import('./LicenceOrderDialog.tsx'));

interface Props {
  licence: RecordData;
  purpose: LicenceOrderPurpose;
}

/** The button that opens a filled-in order. */
function OrderButton({ licence, purpose }: Props) {
  const openDialog = useOpenDialog();
  const open = () => openDialog((close) => <LicenceOrderDialog licence={licence} purpose={purpose} onClose={close} />);
  const name = nameOf(useContract().entity('assignment'), licence);
  return <LicenceButton label={text()[purpose].action} name={name} onClick={open} />;
}

/** The queues for which only one of the orders is offered. */
const purposeIn: Readonly<Record<string, LicenceOrderPurpose>> = {
  ending: 'renewal',
  used_above: 'addition',
  own_use_above: 'addition',
};

/**
 * The next actions for a licence: an order that renews it when it ends soon (D4), or an application for users who may
 * not order; and an order for what is used above what was bought (issue 36).
 */
export default function LicenceOrderButtons({ record: licence, queue = '', inList = false }: RowActionProps) {
  const contract = useContract();
  const offers = (purpose: LicenceOrderPurpose) => (purposeIn[queue] ?? purpose) === purpose;
  const mayOrder = isPermitted(contract.entity('order'), 'create');
  const isUsedAbove = offers('addition') && Number(licence.used_above) > 0;
  // In a list what is used above comes first: it is used already.
  const isRenewable = offers('renewal') && endsSoon(licence) && !(inList && isUsedAbove && mayOrder);
  return (
    <>
      {isRenewable && mayOrder && <OrderButton licence={licence} purpose="renewal" />}
      {isRenewable && !mayOrder && isPermitted(contract.entity('application'), 'create') && (
        <ApplyButton record={licence} />
      )}
      {isUsedAbove && mayOrder && <OrderButton licence={licence} purpose="addition" />}
    </>
  );
}
