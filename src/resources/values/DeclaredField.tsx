import { Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useCurrentEntity } from '../ContractContext.ts';
import { Cell } from './Cell.tsx';

/** A react-admin field that shows a declared field as lists and details do: `<DeclaredField source="status" />`. */
export function DeclaredField({ source }: { source: string }) {
  const record = useRecordContext<RecordData>();
  const entity = useCurrentEntity();
  if (!record) return null;
  return (
    <Typography component="span" variant="body2">
      <Cell entity={entity} name={source} record={record} />
    </Typography>
  );
}
