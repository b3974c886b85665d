import { Alert, Box, Button } from '@mui/material';
import { readSession } from '../../authProvider/session.ts';
import { saveFile } from '../../dataProvider/files/saveFile.ts';
import { useCopyToClipboard } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { factorTexts } from './factorTexts.ts';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes, once, to be copied or downloaded. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const words = factorTexts();
  const copy = useCopyToClipboard();
  const download = () => {
    const head = words.fileHead(readSession()?.user.name ?? '', window.location.host);
    saveFile(`${words.fileName}.txt`, new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }));
  };
  return (
    <AppDialog title={words.codesTitle} width={560} stays onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button onClick={() => copy(codes.join('\n'))}>{text().actions.copy}</Button>
            <Button onClick={download}>{words.download}</Button>
            <Button variant="contained" onClick={onClose}>
              {words.saved}
            </Button>
          </>
        }
      >
        <Alert severity="warning" sx={{ mb: 2 }}>
          {words.codesWhy}
        </Alert>
        <Box
          component="ol"
          translate="no"
          data-testid="recovery-codes"
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 1,
            fontFamily: 'monospace',
            fontSize: 15,
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </DialogBody>
    </AppDialog>
  );
}
