import { Hono } from 'hono';
import { roleIds } from '../../contract/access.ts';
import { user } from '../../contract/entities/user.ts';
import type { Entity } from '../../contract/entity.ts';
import { text } from '../../contract/field.ts';
import { ruleOf } from '../../contract/kind.ts';
import { storedLanguages } from '../../contract/label.ts';
import { say } from '../../contract/message.ts';
import { bodyRule, judge } from '../../contract/validation.ts';
import { type Context, callerOf } from '../domain/context.ts';
import { invalid, refuse } from '../domain/refusal.ts';
import { demand, list } from '../records/read.ts';
import { bodyOf, parameters } from './middleware.ts';
import { asCaller, type Env, type Http } from './services.ts';

const entity = user as unknown as Entity;
const label = { en: 'Value', zh: '值' };
const checkRule = bodyRule({ type: text({ label, required: true }), name: text({ label, required: true }) });
const configRule = bodyRule({ language: text({ label, required: true }) });

/** Is a login name or phone still free? (B14) `{success, reason}`, the reason in the caller's language. */
async function check(context: Context, body: unknown) {
  demand(entity, 'create', callerOf(context));
  const errors = judge(checkRule, body);
  if (errors) throw invalid(errors);
  const { type, name } = body as { type: string; name: string };
  if (type !== 'name' && type !== 'phone') throw refuse('choice', undefined, 'type');
  const wrong = judge(ruleOf(type === 'name' ? user.fields.name : user.fields.phone), name.trim());
  const reason = wrong ? Object.values(wrong)[0]?.[0] : (await taken(context, type, name.trim())) ? 'taken' : undefined;
  return { success: reason === undefined, reason: reason ? say(reason, context.origin?.language ?? 'en') : '' };
}

async function taken(context: Context, column: 'name' | 'phone', value: string): Promise<boolean> {
  const found = await context.trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', [column]), '=', value.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function readConfig(context: Context) {
  const found = await context.trx
    .selectFrom('users')
    .select('language')
    .where('id', '=', callerOf(context).id)
    .executeTakeFirstOrThrow();
  return { language: found.language };
}

/** Keeps the caller's language (C18); it drives their mails and notices. */
async function writeConfig(context: Context, body: unknown) {
  const errors = judge(configRule, body);
  if (errors) throw invalid(errors);
  const { language } = body as { language: string };
  if (!(storedLanguages as readonly string[]).includes(language)) throw refuse('choice', undefined, 'language');
  await context.trx.updateTable('users').set({ language }).where('id', '=', callerOf(context).id).execute();
  return { language };
}

/** The users of a role in an enterprise, as the order form asks for them (B10): items of id and name. */
async function roleUsers(c: Http) {
  const { filter_role_alias: role, ...rest } = parameters(c);
  const role_id = role ? roleIds[role as keyof typeof roleIds] : undefined;
  if (role && !role_id) throw refuse('bad_parameter', { name: 'filter_role_alias' }, 'filter_role_alias');
  const answer = await asCaller(c, (context) =>
    list(context, entity, { ...rest, ...(role_id && { filter_role_id: String(role_id) }) }),
  );
  return { ...answer, items: answer.items.map(({ id, name, nick_name }) => ({ id, name, nick_name })) };
}

/** The calls about users that are no plain records (SPEC 7, B10, B14, C18). */
export const userRoutes = new Hono<Env>()
  .post('/user/check', async (c) => {
    const body = await bodyOf(c);
    return c.json(await asCaller(c, (context) => check(context, body)));
  })
  .get('/user/config', async (c) => c.json(await asCaller(c, readConfig)))
  .post('/user/update_config', async (c) => {
    const body = await bodyOf(c);
    return c.json(await asCaller(c, (context) => writeConfig(context, body)));
  })
  .get('/role_user/list', async (c) => c.json(await roleUsers(c)));
