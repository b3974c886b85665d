import type { FieldRule } from '../../schema/rule.ts';

/**
 * At most three people get the mails of an allocation (A13), however many fields name them (E10). The message is at the
 * list, since the other fields name three at most.
 */
export const recipientRule: FieldRule = {
  field: 'mails.others',
  distinct: {
    with: ['mails.project_mail', 'mails.sub_user_mail', 'mails.scan_mail'],
    most: 3,
    otherwise: 'too_many_recipients',
  },
};
