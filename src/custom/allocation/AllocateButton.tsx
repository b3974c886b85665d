import { Button } from '@mui/material';
import { useSession } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import { useMayCall } from '../../resources/actions/useMayCall.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { AllocationDialog } from './AllocationDialog.tsx';

/** Opens the allocation, for a given project or for any; not shown for accounts without self-service (B11). */
export default function AllocateButton({ project }: { project?: number }) {
  const openDialog = useOpenDialog();
  const mayAllocate = useMayCall('assignment_create');
  const session = useSession();
  if (!mayAllocate || session?.user.tags === 1) return null;
  return (
    <Button
      variant={project === undefined ? 'contained' : 'outlined'}
      onClick={() => openDialog((close) => <AllocationDialog project={project} onClose={close} />)}
    >
      {text().allocation.action}
    </Button>
  );
}
