import { Box, Button, Table, TableBody, TableCell, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailStates } from '../../../contract/choices.ts';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { ChoiceChip } from '../../resources/ChoiceChip.tsx';
import { momentText } from '../../resources/format.ts';
import type { RecordData } from '../registry.tsx';
import { MailDialog } from './MailDialog.tsx';

interface Mail {
  address: string | null;
  status: number;
  sent_at: string | null;
}
type MailData = Readonly<Record<string, Mail>>;

/** The recipient key as a person reads it: `others_2` is the others', `custom_mail_1` an extra one. */
const keyName = (key: string): string => {
  const words = text().licence.keys;
  const found = (Object.keys(words) as (keyof typeof words)[]).find((name) => key.startsWith(name));
  return found ? words[found] : key;
};

/** The mails of a licence and their state; those without an address are not shown (R-MAILST-01). */
export function MailPanel({ licence }: { licence: RecordData }) {
  const [dialog, setDialog] = useState<{ key?: string; name?: string; address?: string }>();
  const words = text().licence;
  const found = useQuery({
    queryKey: ['mails', licence.id],
    queryFn: async () => {
      const { task_data } = await call('assignment_mail', { path: { id: licence.id }, quiet: true });
      return { task_data: task_data as MailData };
    },
    refetchInterval: (query) =>
      Object.values(query.state.data?.task_data ?? {}).some((mail) => mail.status === 0) ? 2000 : false,
  });
  const mails = Object.entries(found.data?.task_data ?? {}).filter(([, mail]) => mail.status !== -1);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
        <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
          {words.mails}
        </Typography>
        <Button onClick={() => setDialog({})}>{words.custom}</Button>
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableBody>
            {mails.map(([key, mail]) => (
              <TableRow key={key}>
                <TableCell>{keyName(key)}</TableCell>
                <TableCell>{mail.address}</TableCell>
                <TableCell>
                  <ChoiceChip choices={mailStates} value={mail.status} />
                </TableCell>
                <TableCell>{momentText(mail.sent_at)}</TableCell>
                <TableCell align="right">
                  <Button onClick={() => setDialog({ key, name: keyName(key), address: mail.address ?? '' })}>
                    {words.resend}
                  </Button>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {dialog && (
        <MailDialog
          licence={licence}
          resend={dialog}
          onClose={() => setDialog(undefined)}
          onDone={() => void found.refetch()}
        />
      )}
    </>
  );
}
