import { useEffect, useRef } from 'react';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useApplyDialog } from './ApplyButton.tsx';
import { LicenceOrderDialog } from './LicenceOrderButtons.tsx';
import type { LicenceOrderPurpose } from './licenceOrderValues.ts';

/** The parameters of the dashboard's address that open an order for a licence. */
const parameters: Readonly<Record<string, LicenceOrderPurpose>> = { renew: 'renewal', add_to: 'addition' };

interface Props {
  id: string;
  purpose: LicenceOrderPurpose;
}

/** Opens the order that the link of an e-mail asks for (issue 36); nothing without such a link. */
export default function OrderFromLink() {
  const [asked] = useSearchParams();
  const name = Object.keys(parameters).find((one) => asked.get(one));
  const purpose = name && parameters[name];
  return purpose ? <OpenOrder key={name} id={asked.get(name) ?? ''} purpose={purpose} /> : null;
}

/**
 * Opens the filled-in order that renews a licence or adds to it, or the application for users who may not order. The
 * address loses the licence, so that the dialog opens once.
 */
function OpenOrder({ id, purpose }: Props) {
  const contract = useContract();
  const openDialog = useOpenDialog();
  const apply = useApplyDialog();
  const [, setParameters] = useSearchParams();
  const isOpened = useRef(false);
  const { data: licence, error } = useGetOne<RecordData>('assignment', { id: Number(id) });
  useEffect(() => {
    if ((!licence && !error) || isOpened.current) return;
    isOpened.current = true;
    setParameters(
      (all) => {
        for (const name of Object.keys(parameters)) all.delete(name);
        return all;
      },
      { replace: true },
    );
    if (!licence) return;
    if (isPermitted(contract.entity('order'), 'create'))
      openDialog((close) => <LicenceOrderDialog licence={licence} purpose={purpose} onClose={close} />);
    else if (purpose === 'renewal' && isPermitted(contract.entity('application'), 'create')) apply(licence);
  }, [licence, error, contract, purpose, openDialog, apply, setParameters]);
  return null;
}
