import QrCode2Outlined from '@mui/icons-material/QrCode2Outlined';
import { Box, Button, IconButton, TextField, Tooltip, Typography } from '@mui/material';
import { QRCodeCanvas } from 'qrcode.react';
import { useRef, useState } from 'react';
import { allocationCalls } from '../../../contract/calls/allocation.ts';
import type { Answer, Body } from '../../../contract/calls.ts';
import { call } from '../../dataProvider/call.ts';
import { copyText, saveFile } from '../../dataProvider/files.ts';
import { text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { momentText } from '../../resources/format.ts';
import { InputDialog } from '../../resources/InputDialog.tsx';
import type { RecordData, RowActionProps } from '../registry.tsx';

const { source, days } = allocationCalls.application_link.body;

/** Makes a link by which people without an account apply for this project: from a QR code or another platform (B30). */
export function ApplicationLink({ record }: Pick<RowActionProps, 'record'>) {
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<Answer<'application_link'>>();
  const { action } = text().application;
  const title = `${action} · ${String(record.name)}`;
  const close = () => {
    setOpen(false);
    setLink(undefined);
  };
  const send = async (body: Record<string, unknown>) => {
    const whole = { ...body, project_id: record.id } as unknown as Body<'application_link'>;
    setLink(await call('application_link', { body: whole }));
  };
  return (
    <>
      <Tooltip title={action}>
        <IconButton size="small" aria-label={`${action}: ${String(record.name)}`} onClick={() => setOpen(true)}>
          <QrCode2Outlined fontSize="small" />
        </IconButton>
      </Tooltip>
      {open && !link && (
        <InputDialog
          title={title}
          action={text().actions.create}
          fields={{ source, days }}
          start={{ source: 3, days: 30 }}
          send={send}
          onClose={close}
        />
      )}
      {link && <Made title={title} project={record} link={link} onClose={close} />}
    </>
  );
}

interface MadeProps {
  title: string;
  project: RecordData;
  link: Answer<'application_link'>;
  onClose: () => void;
}

/** The link as an address to send and as a picture to print. */
function Made({ title, project, link, onClose }: MadeProps) {
  const picture = useRef<HTMLCanvasElement>(null);
  const words = text();
  const save = () => picture.current?.toBlob((file) => file && saveFile(`application-${project.id}.png`, file));
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {words.actions.close}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'auto 1fr' }, gap: 3, pt: 1 }}>
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1 }}>
          {/* White around it in dark too: readers of such codes need the contrast. */}
          <QRCodeCanvas ref={picture} value={link.url} size={232} marginSize={3} title={words.application.picture} />
          <Button onClick={save}>{words.application.save}</Button>
        </Box>
        <Box sx={{ display: 'grid', alignContent: 'start', justifyItems: 'start', gap: 1, minWidth: 0 }}>
          <Typography>{words.application.made(momentText(link.expires_at))}</Typography>
          <TextField
            fullWidth
            multiline
            label={words.application.address}
            value={link.url}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
          <Button onClick={() => copyText(link.url)}>{words.actions.copy}</Button>
        </Box>
      </Box>
    </AppDialog>
  );
}
