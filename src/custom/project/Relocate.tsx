import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import { useState } from 'react';
import { productCalls } from '../../../contract/calls/product.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/InputDialog.tsx';
import { RowIcon } from '../../resources/RowIcon.tsx';
import { useRole } from '../../shell/useSession.ts';
import type { RowActionProps } from '../registry.tsx';

const { sub_user_id, enterprise_id } = productCalls.project_relocation.body;

/** Moves a project: an enterprise between its sub-users, administrators to another enterprise (C13). */
export function Relocate({ record, onDone }: RowActionProps) {
  const [open, setOpen] = useState(false);
  const own = useRole() === 'Enterprise';
  const { action } = text().relocation;
  const user = record.sub_user as { id: number; name: string; nick_name?: string } | null;
  const send = async (body: Record<string, unknown>) => {
    const to = own ? { sub_user_id: (body.sub_user_id as number | null) ?? null } : body;
    await call('project_relocation', { path: { id: record.id }, body: to });
    toast(text().done.operation, 'success');
    setOpen(false);
    onDone();
  };
  return (
    <>
      <RowIcon action={action} name={String(record.name)} onClick={() => setOpen(true)}>
        <SwapHorizOutlined fontSize="small" />
      </RowIcon>
      {open && (
        <InputDialog
          title={`${action} · ${String(record.name)}`}
          action={action}
          fields={own ? { sub_user_id: sub_user_id } : { enterprise_id: { ...enterprise_id, required: true } }}
          start={own ? { sub_user_id: user?.id ?? null } : {}}
          known={{ sub_user_id: user ? { id: user.id, label: user.nick_name ?? user.name } : undefined }}
          send={send}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
