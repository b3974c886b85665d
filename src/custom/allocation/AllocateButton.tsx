import { Button } from '@mui/material';
import { useState } from 'react';
import { text } from '../../i18n/text.ts';
import { useSession } from '../../shell/useSession.ts';
import { AllocationDialog } from './AllocationDialog.tsx';

/** Opens the allocation, for a project where one is given; not for accounts without self-service (B11). */
export default function AllocateButton({ onDone, project }: { onDone: () => void; project?: number }) {
  const [open, setOpen] = useState(false);
  const session = useSession();
  if (session?.role !== 'Enterprise' || session.user.tags === 1) return null;
  return (
    <>
      <Button variant={project === undefined ? 'contained' : 'text'} onClick={() => setOpen(true)}>
        {text().allocation.action}
      </Button>
      {open && <AllocationDialog project={project} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}
