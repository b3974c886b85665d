import { Button } from '@mui/material';
import { useActing } from '../../authProvider/useActing.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import type { RowActionProps } from '../../resources/overrides.ts';
import { askBeforeDiscarding } from '../../ui/dialog/unsaved.ts';

/** Starts acting for an enterprise user; salesmen only (C12). */
export default function ActForButton({ record }: RowActionProps) {
  const role = useRole();
  const { actFor, isPending } = useActing();
  if (role !== 'SalesMan' || record.role_id !== 4) return null;
  return (
    <Button
      variant="outlined"
      data-main
      disabled={isPending}
      onClick={() => askBeforeDiscarding(() => actFor(record.id))}
      sx={{ minWidth: 0 }}
    >
      {text().actions.actFor}
    </Button>
  );
}
