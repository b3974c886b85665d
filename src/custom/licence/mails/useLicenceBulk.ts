import { useMemo } from 'react';
import { isRole } from '../../../../contract/roles/index.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';
import type { RunnableAction } from '../../../resources/overrides.ts';

interface MailState {
  address: string | null;
  status: number;
}

/** Bulk actions for licences: sends failed mails again. */
export function useLicenceBulk(): readonly RunnableAction[] {
  const data = useConsoleDataProvider();
  return useMemo(
    () => [
      {
        name: 'resend',
        label: { en: 'Resend failed e-mails', zh: '重发失败邮件' },
        applies: (record, role) => isRole(role, 'Enterprise') && record.status === 1,
        async run(record) {
          const { task_data } = await data.call('assignment_mail', { path: { id: record.id }, quiet: true });
          const failed = Object.entries(task_data as Record<string, MailState>).filter(([, mail]) => mail.status === 9);
          for (const [mail_type, { address }] of failed) {
            const common = { type: 'assignment' as const, id: record.id, send_flag: 'standard' as const };
            await data.call('mail_resend', { body: { ...common, mail_type, address: address ?? '' }, quiet: true });
          }
        },
      },
    ],
    [data],
  );
}
