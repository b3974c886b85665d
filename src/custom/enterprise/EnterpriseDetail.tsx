import { Skeleton } from '@mui/material';
import { Suspense } from 'react';
import { text } from '../../i18n/text.ts';
import { useMayCall } from '../../resources/actions/useMayCall.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { RelatedLists } from '../../resources/detail/related/RelatedLists.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const EnterpriseUse = lazyChunk(() => import('../licence/usage/EnterpriseUse.tsx'));

/** An enterprise as its declaration says, with the use of its licences in a tab. */
export default function EnterpriseDetail(props: DetailProps) {
  const entity = useContract().entity('enterprise');
  const fields = useReadableFields(entity);
  const maySeeUse = useMayCall('enterprise_usage_days');
  const use = (id: number) => ({
    name: 'usage',
    label: text().licence.usage,
    draw: () => (
      <Suspense fallback={<Skeleton variant="rounded" height={340} />}>
        <EnterpriseUse id={id} />
      </Suspense>
    ),
  });
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(record) => <Summary entity={entity} record={record} fields={fields} />}
      below={(record) => <RelatedLists name={entity.name} id={record.id} />}
      more={(record) => (maySeeUse ? [use(record.id)] : [])}
    />
  );
}
