import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { useState } from 'react';
import { productLicense } from '../../../contract/entities/productLicense.ts';
import type { Entity } from '../../../contract/entity.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { say } from '../../i18n/text.ts';
import { EntityForm } from '../../resources/EntityForm.tsx';
import { RowIcon } from '../../resources/RowIcon.tsx';
import type { RecordData, RowActionProps } from '../registry.tsx';

const entity = productLicense as unknown as Entity;

/** Opens the issuing profile of a product, or a new one (B19). */
export default function IssuingProfile({ record }: RowActionProps) {
  const [profile, setProfile] = useState<RecordData | 'none'>();
  const close = () => setProfile(undefined);
  const open = async () => {
    const query = { filter_product_id: record.id };
    const { items } = await api<Page<RecordData>>(`/v1/${entity.path}/list`, { query });
    setProfile(items[0] ?? 'none');
  };
  const title = `${say(entity.label)}: ${String(record.name)}`;
  return (
    <>
      <RowIcon action={say(entity.label)} name={String(record.name)} onClick={() => void open().catch(() => undefined)}>
        <VerifiedUserOutlined fontSize="small" />
      </RowIcon>
      {profile && (
        <EntityForm
          entity={entity}
          title={title}
          form={entity.form ?? []}
          {...(profile !== 'none' && { record: profile })}
          preset={profile === 'none' ? { product_id: record.id } : {}}
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}
