import { call } from '../../dataProvider/call.ts';
import type { BulkAction } from '../../resources/bulk.ts';
import { valueAt } from '../../resources/format.ts';

interface MailState {
  address: string | null;
  status: number;
}

/** Licences at once: failed issues tried again, and failed mails sent again. */
export const licenceBulk: readonly BulkAction[] = [
  {
    name: 'retry',
    label: { en: 'Issue again', zh: '重新签发' },
    tone: 'primary',
    applies: (record, role) => role === 'Enterprise' && valueAt(record, 'task.status') === 'failed',
    run: (record) => call('task_retry', { path: { uuid: String(valueAt(record, 'task.uuid')) }, quiet: true }),
  },
  {
    name: 'resend',
    label: { en: 'Send failed mails again', zh: '重发失败邮件' },
    applies: (record, role) => role === 'Enterprise' && record.status === 1,
    async run(record) {
      const { task_data } = await call('assignment_mail', { path: { id: record.id }, quiet: true });
      const failed = Object.entries(task_data as Record<string, MailState>).filter(([, mail]) => mail.status === 9);
      for (const [mail_type, { address }] of failed) {
        const common = { type: 'assignment' as const, id: record.id, send_flag: 'standard' as const };
        await call('mail_resend', { body: { ...common, mail_type, address: address ?? '' }, quiet: true });
      }
    },
  },
];
