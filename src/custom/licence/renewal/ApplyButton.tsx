import { text } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { useDialogSlots } from '../../../resources/dialogSlots.ts';
import type { RowActionProps } from '../../../resources/overrides.ts';
import { nameOf } from '../../../resources/values/Cell.tsx';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { LicenceButton } from './LicenceButton.tsx';

/** Opens an application for the same quantity, for users who apply instead of ordering (C15). */
export function ApplyButton({ record: licence }: RowActionProps) {
  const contract = useContract();
  const application = contract.entity('application');
  const openDialog = useOpenDialog();
  const { CreateForm } = useDialogSlots();
  const start = { project_id: licence.project_id, hosts: licence.hosts };
  const open = () =>
    openDialog((close) => (
      <CreateForm entity={application} options={{ form: application.form ?? [] }} start={start} onClose={close} />
    ));
  return (
    <LicenceButton label={text().renewal.apply} name={nameOf(contract.entity('assignment'), licence)} onClick={open} />
  );
}
