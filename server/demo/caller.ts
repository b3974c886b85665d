import type { Caller, Context } from '../core/context.ts';
import { create } from '../resource/write/create.ts';
import { prepareValues } from '../resource/write/write.ts';
import type { RunningProduct } from '../start/compose.ts';

export type DemoBody = Record<string, unknown>;
export type InDemoTransaction = RunningProduct['inTransaction'];

const nobody = {
  name: '',
  enterprise_id: null,
  parent_id: null,
  tags: 0,
  behalf_id: null,
  session_id: 0,
  must_change_password: false,
  must_enrol: false,
};

/** A context with a caller for the demo's own writes, which go through the same code as those of users. */
export const asDemoCaller = (
  context: Context,
  caller: Partial<Caller> & Pick<Caller, 'id' | 'role'>,
  now = context.now,
): Context => ({
  ...context,
  now,
  origin: { address: '127.0.0.1', agent: 'demo', request_id: 'demo', language: caller.id % 2 ? 'en' : 'zh' },
  caller: { ...nobody, ...caller },
});

export async function createDemoRecord(context: Context, name: string, body: DemoBody): Promise<number> {
  const entity = context.contract.entity(name);
  const prepared = await prepareValues(context, entity, 'create', { id: undefined, body });
  return (await create({ ...context, prepared }, entity, body)).id as number;
}
