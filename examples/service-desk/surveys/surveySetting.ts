import { admins, everything } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { integer, text } from '../../../contract/schema/field/field.ts';

/** The settings of the surveys: one record, and a field that the environment may set. */
export const surveySetting = defineEntity({
  name: 'survey_setting',
  path: 'setting/survey',
  single: true,
  label: { en: 'Survey settings', zh: '勘察设置' },
  title: 'id',
  fields: {
    reply_days: integer({
      label: { en: 'Days to reply', zh: '答复天数' },
      required: true,
      default: 5,
      min: 1,
      max: 90,
      environment: 'SURVEY_REPLY_DAYS',
    }),
    greeting: text({ label: { en: 'Greeting', zh: '问候语' }, max: 80 }),
  },
  access: { list: admins, edit: ['SuperAdmin'], rows: { SuperAdmin: everything, GeneralAdmin: everything } },
  list: { columns: ['reply_days', 'greeting'] },
  without: ['restore', 'export'],
});
