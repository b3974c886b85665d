import { Button } from '@mui/material';
import { allocationEndpoints } from '../../../contract/endpoints/allocation.ts';
import { useMayCall } from '../../authProvider/useMayCall.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { questionWidth } from '../../resources/dialog/AppDialog.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { numberText } from '../../resources/format.ts';
import type { DialogProps, RowActionProps } from '../../resources/overrides.ts';
import { ReplyInput } from './ReplyInput.tsx';
import { ServeDialog } from './ServeDialog.tsx';

/** What is asked; the decision itself is the button that opened the dialog. */
const fields = { comment: allocationEndpoints.allocation_approve.body.comment };
const inputs = { comment: ReplyInput };

interface DecisionProps extends DialogProps {
  application: RecordData;
  status: 1 | 9;
}

/** Approves or rejects an application, with a reply to whoever applied. */
function DecisionDialog({ application, status, onClose }: DecisionProps) {
  const { mutateAsync } = useCallMutation('allocation_approve');
  const notice = useNotice();
  const words = text().licence;
  const approves = status === 1;
  const send = async (asked: { comment?: string | null }, idempotencyKey: string) => {
    await mutateAsync({ path: { id: application.id }, body: { ...asked, status }, idempotencyKey });
    notice.success(text().done.operation);
    onClose();
  };
  return (
    <InputDialog
      title={approves ? words.approve : words.reject}
      action={approves ? words.approve : words.reject}
      danger={!approves}
      fields={fields}
      inputs={inputs}
      question={approves && words.approveText(numberText(application.hosts))}
      width={questionWidth}
      send={send}
      onClose={onClose}
    />
  );
}

/** The enterprise's answer to an application: the orders at hand, chosen orders, or no (C15). */
export default function Decide({ record }: RowActionProps) {
  const openDialog = useOpenDialog();
  const mayDecide = useMayCall('allocation_approve');
  if (!mayDecide || record.status !== 0) return null;
  const words = text().licence;
  const decide = (status: 1 | 9) =>
    openDialog((close) => <DecisionDialog application={record} status={status} onClose={close} />);
  return (
    <>
      <Button onClick={() => decide(1)} sx={{ minWidth: 0 }}>
        {words.approve}
      </Button>
      <Button
        onClick={() => openDialog((close) => <ServeDialog application={record} onClose={close} />)}
        sx={{ minWidth: 0 }}
      >
        {words.serve}
      </Button>
      <Button color="error" onClick={() => decide(9)} sx={{ minWidth: 0 }}>
        {words.reject}
      </Button>
    </>
  );
}
