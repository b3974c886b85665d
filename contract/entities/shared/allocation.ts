import { list, mail, object, reference } from '../../schema/field/field.ts';
import { comment } from './sharedFields.ts';

/** Fields of a licence that its enterprise gives with the allocation. */

const owners = ['Enterprise'] as const;

export const subUser = reference('user', {
  label: { en: 'Sub-user', zh: '子用户' },
  where: { role_id: 5 },
  write: owners,
});

export const recipients = object(
  {
    project_mail: mail({ label: { en: 'Project e-mail', zh: '项目邮箱' } }),
    sub_user_mail: mail({ label: { en: 'Sub-user e-mail', zh: '子用户邮箱' } }),
    scan_mail: mail({ label: { en: 'Scan e-mail', zh: '扫码邮箱' } }),
    others: list(mail({ label: { en: 'Address', zh: '地址' }, required: true }), {
      label: { en: 'Other recipients', zh: '其他收件人' },
      max: 20,
      hint: { en: 'At most three e-mail addresses per allocation', zh: '每次分配最多三个邮箱地址' },
    }),
  },
  { label: { en: 'Recipients', zh: '收件人' }, write: owners },
);

export const ownComment = { ...comment, write: owners } as const;
