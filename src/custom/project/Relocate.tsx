import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import { productEndpoints } from '../../../contract/endpoints/product.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { RowIcon } from '../../resources/list/RowIcon.tsx';
import type { RowActionProps } from '../../resources/overrides.ts';

const { sub_user_id, enterprise_id } = productEndpoints.project_relocation.body;
const toSubUser = { sub_user_id };
const toEnterprise = { enterprise_id: { ...enterprise_id, required: true } };

function RelocateDialog({ project, onClose }: { project: RecordData; onClose: () => void }) {
  const own = useRole() === 'Enterprise';
  const notice = useNotice();
  const { mutateAsync } = useCallMutation('project_relocation');
  const { action } = text().relocation;
  const send = async (body: Record<string, unknown>, idempotencyKey: string) => {
    await mutateAsync({ path: { id: project.id }, body, idempotencyKey });
    notice.success(text().done.operation);
    onClose();
  };
  return (
    <InputDialog
      title={`${action} · ${String(project.name)}`}
      action={action}
      fields={own ? toSubUser : toEnterprise}
      start={own ? { sub_user_id: (project.sub_user as { id: number } | null)?.id ?? null } : {}}
      send={send}
      onClose={onClose}
    />
  );
}

/** Moves a project: an enterprise between its sub-users, administrators to another enterprise (C13). */
export function Relocate({ record }: RowActionProps) {
  const openDialog = useOpenDialog();
  return (
    <RowIcon
      action={text().relocation.action}
      name={String(record.name)}
      onClick={() => openDialog((close) => <RelocateDialog project={record} onClose={close} />)}
    >
      <SwapHorizOutlined fontSize="small" />
    </RowIcon>
  );
}
