import { Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useState } from 'react';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import type { RowActionProps } from '../../resources/overrides.ts';
import { AppDialog } from '../../ui/dialog/AppDialog.tsx';
import NewSecret from './NewSecret.tsx';

/** Gives a webhook a new secret and shows it once. A webhook with signatures by public key has no secret and no button. */
export default function RotateButton({ record }: RowActionProps) {
  const [isOpen, setOpen] = useState(false);
  if (record.signature === 'v1a') return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text().webhook.rotate}
      </Button>
      {isOpen && <RotateDialog record={record} onClose={() => setOpen(false)} />}
    </>
  );
}

function RotateDialog({ record, onClose }: RowActionProps & { onClose: () => void }) {
  const { mutateAsync, isPending } = useEndpointMutation('webhook_rotate');
  const [made, setMade] = useState<RecordData>();
  const words = text().webhook;
  const rotate = async () => {
    const answer = await mutateAsync({ path: { id: Number(record.id) } });
    setMade(answer as unknown as RecordData);
  };
  return (
    <AppDialog title={words.rotateTitle(String(record.name))} width={560} onClose={onClose}>
      {made ? (
        <NewSecret record={made} onClose={onClose} />
      ) : (
        <>
          <DialogContent>
            <Typography>{words.rotateHint}</Typography>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{text().actions.cancel}</Button>
            <Button variant="contained" loading={isPending} onClick={() => rotate().catch(() => undefined)} autoFocus>
              {words.rotate}
            </Button>
          </DialogActions>
        </>
      )}
    </AppDialog>
  );
}
