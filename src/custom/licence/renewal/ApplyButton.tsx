import { application } from '../../../../contract/entities/application.ts';
import { assignment } from '../../../../contract/entities/assignment.ts';
import { text } from '../../../i18n/text.ts';
import { useDialogSlots } from '../../../resources/dialogSlots.ts';
import type { RowActionProps } from '../../../resources/overrides.ts';
import { nameOf } from '../../../resources/values/Cell.tsx';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { LicenceButton } from './LicenceButton.tsx';

/** Opens an application for the same quantity, for users who apply instead of ordering (C15). */
export function ApplyButton({ record: licence }: RowActionProps) {
  const openDialog = useOpenDialog();
  const { CreateForm } = useDialogSlots();
  const start = { project_id: licence.project_id, hosts: licence.hosts };
  const open = () =>
    openDialog((close) => (
      <CreateForm entity={application} options={{ form: application.form ?? [] }} start={start} onClose={close} />
    ));
  return <LicenceButton label={text().renewal.apply} name={nameOf(assignment, licence)} onClick={open} />;
}
