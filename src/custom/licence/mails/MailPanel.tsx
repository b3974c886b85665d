import { Box, Button, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { mailStates } from '../../../../contract/choices/mail.ts';
import { usePollInterval } from '../../../dataProvider/live/receivingChanges.ts';
import { useEndpointQuery } from '../../../dataProvider/useEndpoint.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import type { RelatedTabProps } from '../../../resources/overrides.ts';
import { labelOf } from '../../../resources/values/Cell.tsx';
import { ChoiceChip } from '../../../resources/values/ChoiceChip.tsx';
import { dateTimeText } from '../../../resources/values/format.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { MailDialog, type ResentMail } from './MailDialog.tsx';

interface Mail {
  readonly address: string | null;
  readonly status: number;
  readonly sent_at: string | null;
}
type Mails = readonly (readonly [key: string, mail: Mail])[];

const sending = 0;
const unaddressed = -1;
const issued = 1;

/** The text of a recipient key: `others_2` is another recipient, `custom_mail_1` an additional one. */
const keyName = (key: string): string => {
  const words = text().licence.keys;
  const found = (Object.keys(words) as (keyof typeof words)[]).find((name) => key.startsWith(name));
  return found ? words[found] : key;
};

const mailsIn = (answer: { readonly task_data: unknown } | undefined): Mails =>
  Object.entries((answer?.task_data ?? {}) as Record<string, Mail>);

/** The mails of a licence. They are polled while one is being sent and live changes are not received. */
function useMails(id: number) {
  const interval = usePollInterval(2000);
  return useEndpointQuery(
    'assignment_mail',
    { path: { id }, quiet: true },
    {
      refetchInterval: ({ state }) =>
        mailsIn(state.data).some(([, mail]) => mail.status === sending) ? interval : false,
    },
  );
}

/** The mails of a licence and their state; mails without an address are not shown (R-MAILST-01). */
export default function MailPanel({ holder: licence }: RelatedTabProps) {
  const openDialog = useOpenDialog();
  const { data, error, refetch } = useMails(licence.id);
  const words = text().licence;
  const open = (resend?: ResentMail) =>
    openDialog((close) => <MailDialog licence={licence} resend={resend} onClose={close} />);
  const mails = mailsIn(data).filter(([, { status }]) => status !== unaddressed);
  // A licence that is not issued cannot be sent.
  const another = licence.status === issued && (
    <Button variant="outlined" onClick={() => open()}>
      {words.custom}
    </Button>
  );
  if (!data) return error ? <LoadFailed onRetry={() => refetch()} /> : <Skeleton variant="rounded" height={80} />;
  if (mails.length === 0)
    return (
      <EmptyState
        kind="empty"
        thing="mail"
        title={words.notMailed}
        hint={another ? words.nobodyMailed : words.notIssuedHint}
      >
        {another}
      </EmptyState>
    );
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1, '&:empty': { display: 'none' } }}>{another}</Box>
      <MailTable mails={mails} onResend={open} />
    </>
  );
}

function MailTable({ mails, onResend }: { mails: Mails; onResend: (resend: ResentMail) => void }) {
  const entity = useContract().entity('mail');
  const [recipient, addressed, state, sent] = ['key', 'address', 'status', 'sent_at'].map((name) =>
    labelOf(entity, name),
  );
  return (
    <Table size="small" className="stacks">
      <TableHead>
        <TableRow>
          {[recipient, addressed, state, sent].map((head) => (
            <TableCell key={head}>{head}</TableCell>
          ))}
          <TableCell component="td" />
        </TableRow>
      </TableHead>
      <TableBody>
        {mails.map(([key, { address, status, sent_at }]) => (
          <TableRow key={key}>
            <TableCell data-label={recipient}>{keyName(key)}</TableCell>
            <TableCell data-label={addressed} sx={{ overflowWrap: 'anywhere' }}>
              {address}
            </TableCell>
            <TableCell data-label={state}>
              <ChoiceChip choices={mailStates} value={status} />
            </TableCell>
            <TableCell data-label={sent}>{dateTimeText(sent_at)}</TableCell>
            <TableCell align="right">
              <Button onClick={() => onResend({ key, name: keyName(key), address })}>{text().licence.resend}</Button>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
