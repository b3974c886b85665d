import { sql } from 'kysely';
import { enterprise } from '../../../contract/entities/enterprise.ts';
import { user } from '../../../contract/entities/user.ts';
import { ruleOf } from '../../../contract/kinds/fieldRule.ts';
import { validate } from '../../../contract/kinds/validation.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import type { MessageKey } from '../../../contract/messages/message.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type Context, callerOf, readerLanguage } from '../../core/context.ts';
import { narrowedRights } from '../../core/narrowedContract.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { updateUnversioned } from '../../db/write/store.ts';
import { nameRefusal } from '../../domain/account/user.ts';
import { oauthBinding } from '../../domain/account/userOauth.ts';
import { listRecords } from '../../resource/read/read.ts';
import type { EndpointHandlers } from '../serve.ts';

type Checked = { table: 'users'; column: 'name' | 'phone' } | { table: 'enterprise'; column: 'name' | 'code' };

/** Names and codes are compared in their folded form; phone numbers have none. */
async function isInUse(context: Context, { table, column }: Checked, value: string): Promise<boolean> {
  const found = await context.trx
    .selectFrom(table)
    .select('id')
    .where((eb) =>
      column === 'phone' ? eb(column as never, '=', value as never) : eb(folded(sql.ref(column)), '=', foldText(value)),
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** @returns why a value is refused: it is in use, or a login name looks like another one */
async function valueRefusal(context: Context, place: Checked, value: string): Promise<MessageKey | undefined> {
  if (place.table === 'users' && place.column === 'name') return nameRefusal(context, value);
  return (await isInUse(context, place, value)) ? 'taken' : undefined;
}

/** Checks that a value is well-formed and still free (B14). The reason is in the caller's language. */
async function check(context: Context, field: Field, place: Checked, value: string) {
  const invalid = validate(ruleOf({ ...field, required: true }), value);
  const reason = invalid ? Object.values(invalid)[0]?.[0] : await valueRefusal(context, place, value);
  return {
    success: reason === undefined,
    reason: reason ? translateMessage(reason, readerLanguage(context)) : '',
  };
}

async function readConfig(context: Context) {
  const found = await context.trx
    .selectFrom('users')
    .select('language')
    .where('id', '=', callerOf(context).id)
    .executeTakeFirstOrThrow();
  return { language: found.language, ...narrowedRights(context.contract, callerOf(context)) };
}

/** Endpoints of users and enterprises besides their records. */
export const userHandlers: EndpointHandlers<
  | 'user_check'
  | 'user_config'
  | 'user_update_config'
  | 'role_user_list'
  | 'user_sale_list'
  | 'user_oauth_relation'
  | 'enterprise_check'
  | 'enterprise_sale_list'
> = {
  user_check: (context, { body: { type, name } }) =>
    check(context, user.fields[type as 'name'], { table: 'users', column: type as 'name' }, name),
  enterprise_check: (context, { body: { type, name } }) =>
    check(context, enterprise.fields[type as 'name'], { table: 'enterprise', column: type as 'name' }, name),
  user_config: readConfig,
  async user_update_config(context, { body: { language } }) {
    await updateUnversioned(context.trx, user, callerOf(context).id, { language });
    return { language };
  },
  async role_user_list(context, { query: { filter_role_alias: alias }, list: parameters }) {
    const role: Record<string, string> = alias
      ? { filter_role_id: String(roleIds[alias as keyof typeof roleIds]) }
      : {};
    const answer = await listRecords(context, context.contract.entity('user'), parameters, role);
    return { ...answer, items: answer.items.map(({ id, name, nick_name }) => ({ id, name, nick_name })) };
  },
  user_sale_list(context, { query: { filter_user_id: id }, list: parameters }) {
    const one: Record<string, string> = id ? { filter_id: String(id) } : {};
    return listRecords(context, context.contract.entity('user'), parameters, {
      ...one,
      filter_role_id: String(roleIds.SalesMan),
    });
  },
  enterprise_sale_list: (context, request) => listRecords(context, context.contract.entity('enterprise'), request.list),
  user_oauth_relation: oauthBinding,
};
