import { entityNamed } from '../../contract/index.ts';
import { type Caller, type Context, callerOf } from '../core/context.ts';
import { create, prepare } from '../resource/write/write.ts';
import type { Product } from '../start/compose.ts';

export type Body = Record<string, unknown>;
export type In = Product['inTransaction'];

const nobody = {
  name: '',
  enterprise_id: null,
  parent_id: null,
  tags: 0,
  behalf_id: null,
  session_id: 0,
  must_change_password: false,
};

/** A caller for the demo's own writes, which pass through the same records and rules as everybody's. */
export const as = (
  context: Context,
  caller: Partial<Caller> & Pick<Caller, 'id' | 'role'>,
  now = context.now,
): Context => ({
  ...context,
  now,
  origin: { address: '127.0.0.1', agent: 'demo', request_id: 'demo', language: caller.id % 2 ? 'en' : 'zh' },
  caller: { ...nobody, ...caller },
});

export async function make(context: Context, name: string, body: Body): Promise<number> {
  const entity = entityNamed(name);
  const prepared = await prepare(callerOf(context), entity, 'create', body);
  return (await create({ ...context, prepared }, entity, body)).id as number;
}
