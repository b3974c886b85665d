import { Box, Button, Skeleton, Table, TableBody, TableCell, TableRow, Typography } from '@mui/material';
import { mailStates } from '../../../contract/choices/mail.ts';
import { useUnlessTold } from '../../dataProvider/live/status.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text } from '../../i18n/text.ts';
import { ChoiceChip } from '../../resources/detail/ChoiceChip.tsx';
import { LoadFailed } from '../../resources/detail/LoadFailed.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { momentText } from '../../resources/format.ts';
import { MailDialog, type Resend } from './MailDialog.tsx';

interface Mail {
  readonly address: string | null;
  readonly status: number;
  readonly sent_at: string | null;
}
type Mails = readonly (readonly [key: string, mail: Mail])[];

const sending = 0;
const unaddressed = -1;

/** The recipient key as a person reads it: `others_2` is the others', `custom_mail_1` an extra one. */
const keyName = (key: string): string => {
  const words = text().licence.keys;
  const found = (Object.keys(words) as (keyof typeof words)[]).find((name) => key.startsWith(name));
  return found ? words[found] : key;
};

const mailsIn = (answer: { readonly task_data: unknown } | undefined): Mails =>
  Object.entries((answer?.task_data ?? {}) as Record<string, Mail>);

/** The mails of a licence; asked for again while one is being sent and changes are not told. */
function useMails(id: number) {
  const interval = useUnlessTold(2000);
  return useCallQuery(
    'assignment_mail',
    { path: { id }, quiet: true },
    {
      refetchInterval: ({ state }) =>
        mailsIn(state.data).some(([, mail]) => mail.status === sending) ? interval : false,
    },
  );
}

/** The mails of a licence and their state; those without an address are not shown (R-MAILST-01). */
export function MailPanel({ licence }: { licence: RecordData }) {
  const openDialog = useOpenDialog();
  const { data, error, refetch } = useMails(licence.id);
  const words = text().licence;
  const open = (resend?: Resend) =>
    openDialog((close) => <MailDialog licence={licence} resend={resend} onClose={close} />);
  const mails = mailsIn(data).filter(([, { status }]) => status !== unaddressed);
  return (
    <Box sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
        <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
          {words.mails}
        </Typography>
        <Button onClick={() => open()}>{words.custom}</Button>
      </Box>
      {!data && !error && <Skeleton variant="rounded" height={80} />}
      {!data && error && <LoadFailed onRetry={() => refetch()} />}
      {data && mails.length === 0 && <Typography color="text.secondary">{text().list.empty}</Typography>}
      {mails.length > 0 && <MailTable mails={mails} onResend={open} />}
    </Box>
  );
}

const MailTable = ({ mails, onResend }: { mails: Mails; onResend: (resend: Resend) => void }) => (
  <Box sx={{ overflowX: 'auto' }}>
    <Table size="small" className="stacks">
      <TableBody>
        {mails.map(([key, { address, status, sent_at }]) => (
          <TableRow key={key}>
            <TableCell>{keyName(key)}</TableCell>
            <TableCell>{address}</TableCell>
            <TableCell>
              <ChoiceChip choices={mailStates} value={status} />
            </TableCell>
            <TableCell>{momentText(sent_at)}</TableCell>
            <TableCell align="right">
              <Button onClick={() => onResend({ key, name: keyName(key), address })}>{text().licence.resend}</Button>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
