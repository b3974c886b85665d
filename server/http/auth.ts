import { Hono } from 'hono';
import { user } from '../../contract/entities/user.ts';
import type { Entity } from '../../contract/entity.ts';
import { text } from '../../contract/field.ts';
import { bodyRule, judge } from '../../contract/validation.ts';
import { actOrReturn } from '../domain/acting.ts';
import type { Context } from '../domain/context.ts';
import * as signIn from '../domain/login.ts';
import { hashPassword, isPassword } from '../domain/password.ts';
import { invalid, refuse } from '../domain/refusal.ts';
import { callerOfKey } from '../domain/session.ts';
import { get } from '../records/read.ts';
import { bodyOf } from './middleware.ts';
import { asCaller, clock, type Env, type Http, inTransaction } from './services.ts';

const input = (en: string, zh: string) => text({ label: { en, zh }, required: true, max: 200 });
const loginRule = bodyRule({ name: input('User name', '用户名'), password: input('Password', '密码') });
const passwordRule = bodyRule({
  password: input('Old password', '原密码'),
  password1: input('New password', '新密码'),
  password2: text({ label: { en: 'Repeat', zh: '重复' }, max: 200 }),
});

async function judged<T>(c: Http, rule: ReturnType<typeof bodyRule>): Promise<T> {
  const body = await bodyOf(c);
  const errors = judge(rule, body);
  if (errors) throw invalid(errors);
  return body as T;
}

/** What a login and a change of hats answer alike: the user as `GET /v1/user/{id}` gives it, and a fresh key (B3). */
async function welcome(context: Context, session: { api_key: string; expires_at: Date }, user_id: number) {
  const caller = await callerOfKey(context.trx, session.api_key, context.now);
  if (!caller) throw new Error('a session that was just opened has no caller');
  const seen = await get({ ...context, caller }, user as unknown as Entity, user_id);
  return { user: seen, role: caller.role, ...session, behalf_id: caller.behalf_id };
}

async function login(c: Http) {
  const services = c.get('services');
  const credentials = await judged<signIn.Credentials>(c, loginRule);
  const name = credentials.name.trim();
  const minutes = await signIn.lockedFor(services.database.db, name, c.get('origin').address, clock(services));
  if (minutes > 0) throw refuse('login_locked', { minutes });
  const found = await signIn.judgeCredentials(services.database.db, { ...credentials, name });
  if (!found) {
    await inTransaction(c, (context) => signIn.countFailure(context, name));
    throw signIn.loginFailed();
  }
  return inTransaction(c, async (context) => welcome(context, await signIn.login(context, found), found.id));
}

interface PasswordChange {
  password: string;
  password1: string;
  password2: string;
}

async function changePassword(c: Http) {
  const change = await judged<PasswordChange>(c, passwordRule);
  signIn.judgeNewPassword(change);
  const { database } = c.get('services');
  const id = c.get('caller')?.id ?? 0;
  const found = await database.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  if (!(await isPassword(change.password, found?.password_hash))) throw refuse('password_old', undefined, 'password');
  const hash = await hashPassword(change.password1);
  await asCaller(c, (context) => signIn.setPassword(context, hash));
  return { success: true };
}

/** `/v1/auth`: in, out, another's place and back, and the password (SPEC 7, B3, B4, B5, C12). */
export const authRoutes = new Hono<Env>()
  .post('/login', async (c) => c.json(await login(c)))
  .post('/logout', async (c) => {
    await asCaller(c, signIn.logout);
    return c.json({ success: true });
  })
  .post('/login/user/:id{[0-9]{1,9}}', async (c) =>
    c.json(
      await asCaller(c, async (context) => {
        const { user_id, ...session } = await actOrReturn(context, Number(c.req.param('id')));
        return welcome(context, session, user_id);
      }),
    ),
  )
  .post('/password', async (c) => c.json(await changePassword(c)));
