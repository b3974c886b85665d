import { Button } from '@mui/material';
import type { EndpointBody } from '../../../../contract/endpoints/index.ts';
import { useEndpointMutation } from '../../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../../dataProvider/useNotice.ts';
import { text } from '../../../i18n/text.ts';
import type { RowActionProps } from '../../../resources/overrides.ts';

/** The flag to send: the standard mail of a migration product is stored as `migration` (A10). */
const flagOf = (flag: unknown) => (flag === 'migration' ? 'standard' : flag);

/** Sends a failed mail to the same address again, at once. */
export default function ResendButton({ record: mail }: RowActionProps) {
  const { mutateAsync, isPending } = useEndpointMutation('mail_resend');
  const notice = useNotice();
  const send = async () => {
    const { assignment_id, key, address, send_flag } = mail;
    const body = { type: 'assignment', id: assignment_id, mail_type: key, address, send_flag: flagOf(send_flag) };
    // The row leaves the list as soon as the mail is sent, and a callback of the mutation would be lost with it.
    // Failures are shown by the query client.
    const sent = await mutateAsync({ body: body as EndpointBody<'mail_resend'> }).catch(() => undefined);
    if (sent) notice.success(text().done.mail);
  };
  const label = text().licence.resend;
  return (
    <Button
      variant="outlined"
      data-main
      disabled={isPending}
      aria-label={`${label}: ${String(mail.address)}`}
      onClick={() => void send()}
    >
      {label}
    </Button>
  );
}
