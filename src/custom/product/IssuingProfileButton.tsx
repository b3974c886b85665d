import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { useGetList } from 'react-admin';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { translate } from '../../i18n/text.ts';
import { RowIcon } from '../../resources/actions/RowIcon.tsx';
import { useContract } from '../../resources/ContractContext.ts';
import { CreateForm } from '../../resources/form/CreateForm.tsx';
import { EditForm } from '../../resources/form/EditForm.tsx';
import type { RowActionProps } from '../../resources/overrides.ts';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { DialogLoading } from '../../ui/dialog/DialogLoading.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';

/** Edits the issuing profile of a product, or creates one if it has none (B19). */
function ProfileDialog({ product, onClose }: { product: RecordData; onClose: () => void }) {
  const entity = useContract().entity('product_license');
  const params = { filter: { product_id: product.id }, pagination: { page: 1, perPage: 1 } };
  const { data, error, refetch } = useGetList<RecordData>(entity.name, params);
  const title = `${translate(entity.label)} · ${String(product.name)}`;
  const form = entity.form ?? [];
  const [profile] = data ?? [];
  if (profile) return <EditForm entity={entity} options={{ form }} id={profile.id} title={title} onClose={onClose} />;
  if (data) {
    const options = { form, preset: { product_id: product.id } };
    const start = { metering: product.metering };
    return <CreateForm entity={entity} options={options} start={start} title={title} onClose={onClose} />;
  }
  if (!error) return <DialogLoading onClose={onClose} />;
  return (
    <AppDialog title={title} onClose={onClose}>
      <DialogBody>
        <LoadFailed onRetry={() => refetch()} />
      </DialogBody>
    </AppDialog>
  );
}

/** Opens the issuing profile of a product. */
export default function IssuingProfileButton({ record }: RowActionProps) {
  const { label } = useContract().entity('product_license');
  const openDialog = useOpenDialog();
  return (
    <RowIcon
      action={translate(label)}
      name={String(record.name)}
      onClick={() => openDialog((close) => <ProfileDialog product={record} onClose={close} />)}
    >
      <VerifiedUserOutlined fontSize="small" />
    </RowIcon>
  );
}
