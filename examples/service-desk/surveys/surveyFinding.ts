import { everything, me, roles, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { choice, decimal, money, reference, text } from '../../../contract/schema/field/field.ts';

const currencies = [{ id: 'CNY', label: { en: 'Yuan', zh: '人民币' } }] as const;

/** A finding of a survey: its list is embedded in the survey, and it has no export. */
export const surveyFinding = defineEntity({
  name: 'survey_finding',
  label: { en: 'Finding', zh: '发现' },
  title: 'name',
  fields: {
    name: text({ label: { en: 'What was found', zh: '发现内容' }, required: true, max: 60 }),
    survey_id: reference('site_survey', {
      label: { en: 'Survey', zh: '勘察' },
      required: true,
      createOnly: true,
      as: 'survey',
      embed: ['id', 'code', 'enterprise.name', 'place.city', 'grade'],
    }),
    finder_id: reference('user', {
      label: { en: 'Finder', zh: '发现人' },
      as: 'finder',
    }),
    effort: decimal({ label: { en: 'Effort', zh: '工作量' }, unit: { en: 'd', zh: '天' }, scale: 1, step: 0.5 }),
    currency: choice(currencies, { label: { en: 'Currency', zh: '币种' }, default: 'CNY', readOnly: true }),
    damage: money({ label: { en: 'Damage', zh: '损失' }, currency: 'currency' }),
  },
  unique: [['survey_id', 'name']],
  rules: [{ field: 'finder_id', requiredWhen: { name: 'Fire' } }],
  access: {
    list: roles,
    create: staff,
    edit: staff,
    remove: staff,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { survey_id: { enterprise_id: { sales_user_id: me('id') } } },
      Enterprise: { survey_id: { enterprise_id: me('enterprise_id') } },
      Subordinate: { finder_id: me('id') },
    },
  },
  notices: {
    filed: {
      added: 'files',
      when: { name: 'Fire' },
      to: 'finder_id',
      text: { en: '{author} added {file} to {name}', zh: '{author} 为 {name} 添加了 {file}' },
    },
  },
  list: {
    columns: ['name', 'survey_id', 'finder_id'],
    filters: ['survey_id'],
    search: ['name'],
    notInGlobalSearch: true,
    sort: 'id',
  },
  comments: staff,
  files: true,
  import: { fields: ['name', 'survey_id'] },
  form: ['name', 'survey_id', 'finder_id'],
  without: ['export'],
});
