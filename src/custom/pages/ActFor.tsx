import { Button } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { useActFor } from '../../shell/useBackToSales.ts';
import { useRole } from '../../shell/useSession.ts';
import type { RowActionProps } from '../registry.tsx';

/** A salesman steps into the place of an enterprise user (C12). */
export default function ActFor({ record }: RowActionProps) {
  const role = useRole();
  const act = useActFor();
  if (role !== 'SalesMan' || record.role_id !== 4) return null;
  return <Button onClick={() => act(record.id)}>{text().actions.actFor}</Button>;
}
