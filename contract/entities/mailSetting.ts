import { mailEncryptions } from '../choices/setting.ts';
import { everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, integer, text } from '../schema/field/field.ts';
import { enteredSecret, storedSecret } from './shared/sharedFields.ts';

/** The sender of e-mails and the server that sends them (issue 35, section 6). */
export const mailSetting = defineEntity({
  name: 'mail_setting',
  path: 'setting/mail',
  single: true,
  label: { en: 'E-mail', zh: '邮件' },
  title: 'id',
  icon: 'mail',
  fields: {
    sender_en: text({
      label: { en: 'Sender of e-mails in English', zh: '英文邮件发件人' },
      hint: { en: 'Such as Licence console <licence@example.com>', zh: '格式：名称 <licence@example.com>' },
      max: 200,
      environment: 'MAIL_FROM',
    }),
    sender_zh: text({
      label: { en: 'Sender of e-mails in Chinese', zh: '中文邮件发件人' },
      hint: { en: 'Empty: as in English', zh: '留空则与英文邮件相同' },
      max: 200,
      environment: 'MAIL_FROM_ZH',
    }),
    smtp_host: text({
      label: { en: 'E-mail server (SMTP)', zh: '邮件服务器（SMTP）' },
      hint: {
        en: 'Such as smtp.example.com; empty: e-mails are saved as files',
        zh: '如 smtp.example.com；留空则邮件保存为文件',
      },
      max: 200,
      environment: 'SMTP_URL',
    }),
    smtp_port: integer({
      label: { en: 'Port', zh: '端口' },
      required: true,
      default: 587,
      min: 1,
      max: 65_535,
      environment: 'SMTP_URL',
    }),
    smtp_encryption: choice(mailEncryptions, {
      label: { en: 'Encryption', zh: '加密方式' },
      required: true,
      default: 'starttls',
      environment: 'SMTP_URL',
    }),
    smtp_user: text({
      label: { en: 'User name at the e-mail server', zh: '邮件服务器用户名' },
      hint: { en: 'Empty: no sign-in', zh: '留空则不登录' },
      max: 200,
      environment: 'SMTP_URL',
    }),
    smtp_password: enteredSecret({ en: 'Password at the e-mail server', zh: '邮件服务器密码' }, 'SMTP_URL'),
    stored_password: storedSecret({ en: 'Stored password', zh: '已保存的密码' }),
  },
  access: {
    list: ['SuperAdmin'],
    edit: ['SuperAdmin'],
    rows: { SuperAdmin: everything },
  },
  list: { columns: ['sender_en', 'sender_zh', 'smtp_host', 'smtp_port', 'smtp_encryption', 'smtp_user'] },
  form: [
    ['sender_en', 'sender_zh'],
    ['smtp_host', 'smtp_port', 'smtp_encryption'],
    ['smtp_user', 'smtp_password'],
  ],
  without: ['restore', 'export'],
  screens: [{ path: '/setting/mail', roles: ['SuperAdmin'], menu: { group: 'setting', order: 77 } }],
});
