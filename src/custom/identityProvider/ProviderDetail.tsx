import { Button } from '@mui/material';
import { useState } from 'react';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { testTexts } from './testTexts.ts';

const TestDialog = lazyChunk(() => import('./TestDialog.tsx'));

function TestButton({ record }: { record: RecordData }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {testTexts().button}
      </Button>
      {isOpen && <TestDialog record={record} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A sign-in provider, with a button that tests it (issue 35, section 1). */
export default function ProviderDetail(props: DetailProps) {
  const entity = useContract().entity('identity_provider');
  const fields = useReadableFields(entity);
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(provider) => <Summary entity={entity} record={provider} fields={fields} />}
      endings={(provider) => <TestButton record={provider} />}
    />
  );
}
