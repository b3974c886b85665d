import { Box, Button, TextField, Typography } from '@mui/material';
import { QRCodeCanvas } from 'qrcode.react';
import { useRef } from 'react';
import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import { saveFile } from '../../dataProvider/files/saveFile.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useCopyToClipboard } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';

interface Props {
  title: string;
  project: RecordData;
  link: EndpointAnswer<'application_link'>;
  onClose: () => void;
}

/** Shows a created link as an address to send and as a picture to print. */
export default function LinkDialog({ title, project, link, onClose }: Props) {
  const picture = useRef<HTMLCanvasElement>(null);
  const words = text();
  const copy = useCopyToClipboard();
  const save = () => picture.current?.toBlob((file) => file && saveFile(`application-${project.id}.png`, file));
  return (
    <AppDialog title={title} onClose={onClose}>
      <DialogBody
        actions={
          <Button variant="contained" onClick={onClose}>
            {words.actions.close}
          </Button>
        }
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'auto 1fr' }, gap: 3, pt: 1 }}>
          <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1 }}>
            {/* A white margin also in the dark theme: QR code readers need the contrast. */}
            <QRCodeCanvas ref={picture} value={link.url} size={232} marginSize={3} title={words.application.picture} />
            <Button onClick={save}>{words.application.save}</Button>
          </Box>
          <Box sx={{ display: 'grid', alignContent: 'start', justifyItems: 'start', gap: 1, minWidth: 0 }}>
            <Typography>{words.application.made(zonedMomentText(link.expires_at))}</Typography>
            <TextField
              fullWidth
              multiline
              label={words.application.address}
              value={link.url}
              slotProps={{ htmlInput: { readOnly: true } }}
            />
            <Button onClick={() => copy(link.url)}>{words.actions.copy}</Button>
          </Box>
        </Box>
      </DialogBody>
    </AppDialog>
  );
}
