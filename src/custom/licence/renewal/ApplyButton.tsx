import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { useDialogSlots } from '../../../resources/dialogSlots.ts';
import type { RowActionProps } from '../../../resources/overrides.ts';
import { nameOf } from '../../../resources/values/Cell.tsx';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { LicenceButton } from './LicenceButton.tsx';

/**
 * Opens an application for the same quantity as a licence, for users who apply instead of ordering (C15).
 * @returns a function that takes the licence
 */
export function useApplyDialog(): (licence: RecordData) => void {
  const application = useContract().entity('application');
  const openDialog = useOpenDialog();
  const { CreateForm } = useDialogSlots();
  return ({ project_id, hosts }) =>
    openDialog((close) => (
      <CreateForm
        entity={application}
        options={{ form: application.form ?? [] }}
        start={{ project_id, hosts }}
        onClose={close}
      />
    ));
}

/** The button for that application. */
export function ApplyButton({ record: licence }: RowActionProps) {
  const apply = useApplyDialog();
  const name = nameOf(useContract().entity('assignment'), licence);
  return <LicenceButton label={text().renewal.apply} name={name} onClick={() => apply(licence)} />;
}
