import { admins, everything, me } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { longText, reference } from '../../../contract/schema/field/field.ts';

const desk = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'] as const;

/** A comment on a ticket. */
export const ticketComment = defineEntity({
  name: 'ticket_comment',
  label: { en: 'Comment', zh: '评论' },
  labels: { en: 'Comments', zh: '评论' },
  title: 'body',
  fields: {
    body: longText({ label: { en: 'Comment', zh: '评论' }, required: true }),
    ticket_id: reference('ticket', { label: { en: 'Ticket', zh: '工单' }, required: true, createOnly: true }),
  },
  access: {
    list: desk,
    create: desk,
    remove: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { ticket_id: { enterprise_id: { sales_user_id: me('id') } } },
      Enterprise: { ticket_id: { enterprise_id: me('enterprise_id') } },
    },
  },
  list: { columns: ['body', 'created_at'], filters: ['ticket_id'], sort: 'id' },
});
