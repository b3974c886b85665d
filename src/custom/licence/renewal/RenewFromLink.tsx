import { useEffect, useRef } from 'react';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useApplyDialog } from './ApplyButton.tsx';
import { RenewDialog } from './RenewButton.tsx';

/**
 * Opens the prefilled renewal of a licence when the dashboard is opened by the link of a reminder (issue 36), or the
 * application for users who may not order. The address loses the licence, so that the dialog opens once.
 */
export default function RenewFromLink({ id }: { id: string }) {
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
        all.delete('renew');
        return all;
      },
      { replace: true },
    );
    if (!licence) return;
    if (isPermitted(contract.entity('order'), 'create'))
      openDialog((close) => <RenewDialog licence={licence} onClose={close} />);
    else if (isPermitted(contract.entity('application'), 'create')) apply(licence);
  }, [licence, error, contract, openDialog, apply, setParameters]);
  return null;
}
