import { boolean, mail } from '../../schema/field/field.ts';
import { defineEndpoint } from '../endpoint.ts';

/** Endpoints of the settings besides their records (issue 35, section 6). */
export const settingEndpoints = {
  mail_setting_test: defineEndpoint({
    method: 'POST',
    path: '/v1/setting/mail/test',
    group: 'mail_setting',
    label: {
      en: 'Send a test e-mail to your own address, by the saved settings',
      zh: '按已保存的设置向本人邮箱发送测试邮件',
    },
    roles: ['SuperAdmin'],
    scope: false,
    answer: {
      fields: {
        address: mail({ label: { en: 'Address', zh: '收件地址' }, required: true }),
        saved_as_file: boolean({
          label: { en: 'No e-mail server is set, and the e-mail is a file', zh: '未设置邮件服务器，邮件已保存为文件' },
          required: true,
        }),
      },
    },
  }),
};
