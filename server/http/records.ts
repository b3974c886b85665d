import { Hono } from 'hono';
import type { Entity } from '../../contract/entity.ts';
import { get, list as listOf } from '../records/read.ts';
import { create, remove, update } from '../records/write.ts';
import { bodyOf, parameters } from './middleware.ts';
import { asCaller, type Env, type Http } from './services.ts';

const idOf = (c: Http): number => Number(c.req.param('id'));

/** The five calls of one declared entity (SPEC 7): list, make, look, change, delete. */
export function recordRoutes(entity: Entity): Hono<Env> {
  const routes = new Hono<Env>();
  const has = (operation: 'list' | 'get' | 'create' | 'edit' | 'remove') => !entity.without?.includes(operation);
  if (has('list'))
    routes.get('/list', async (c) => c.json(await asCaller(c, (ctx) => listOf(ctx, entity, parameters(c)))));
  if (entity.access.create && has('create')) {
    routes.post('/', async (c) => {
      const body = await bodyOf(c);
      return c.json(await asCaller(c, (ctx) => create(ctx, entity, body)));
    });
  }
  if (has('get'))
    routes.get('/:id{[0-9]{1,9}}', async (c) => c.json(await asCaller(c, (ctx) => get(ctx, entity, idOf(c)))));
  if (entity.access.edit && has('edit')) {
    routes.post('/:id{[0-9]{1,9}}', async (c) => {
      const body = await bodyOf(c);
      return c.json(await asCaller(c, (ctx) => update(ctx, entity, idOf(c), body, c.req.header('If-Match'))));
    });
  }
  if (entity.access.remove && has('remove')) {
    routes.delete('/:id{[0-9]{1,9}}', async (c) => c.json(await asCaller(c, (ctx) => remove(ctx, entity, idOf(c)))));
  }
  return routes;
}
