import { everything, me, roles } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { boolean, choice, integer, longText, reference } from '../../../contract/schema/field/field.ts';
import { within } from '../../../contract/schema/now.ts';

const makers = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'] as const;

/** A note about a survey, which is deleted with the survey unless it is pinned. */
export const surveyNote = defineEntity({
  name: 'survey_note',
  migrate: { renamedFrom: 'visit_note' },
  label: { en: 'Note', zh: '备注' },
  labels: { en: 'Notes', zh: '备注' },
  title: 'body',
  fields: {
    body: longText({ label: { en: 'Note', zh: '备注' }, required: true, max: 500 }),
    pinned: boolean({ label: { en: 'Pinned', zh: '置顶' }, default: false }),
    state: choice(
      [0, 1, 2, 9].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态 ${id}` } })),
      { label: { en: 'State of the survey', zh: '勘察状态' }, readOnly: true },
    ),
    version_then: integer({ label: { en: 'Version of the survey', zh: '勘察版本' }, readOnly: true }),
    author_id: reference('user', {
      label: { en: 'Author', zh: '作者' },
      readOnly: true,
      default: me('id'),
      as: 'author',
    }),
    survey_id: reference('site_survey', {
      label: { en: 'Survey', zh: '勘察' },
      required: true,
      createOnly: true,
      as: 'survey',
      embed: ['id', 'code'],
    }),
  },
  access: {
    list: roles,
    create: makers,
    edit: makers,
    remove: makers,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { survey_id: { enterprise_id: { sales_user_id: me('id') } } },
      Enterprise: { survey_id: { enterprise_id: me('enterprise_id') } },
      Subordinate: { survey_id: { enterprise_id: me('enterprise_id') }, pinned: true },
    },
  },
  editWhile: { author_id: me('id'), created_at: within('15m') },
  editOtherwise: {
    en: 'Only the author can change a note, within 15 minutes',
    zh: '仅作者可在 15 分钟内修改备注',
  },
  removeWhile: { pinned: [false, null] },
  removeOtherwise: { en: 'A pinned note cannot be deleted; unpin it first', zh: '置顶的备注不能删除，请先取消置顶' },
  list: { columns: ['body', 'pinned', 'created_at'], filters: ['survey_id'], sort: 'id' },
});
