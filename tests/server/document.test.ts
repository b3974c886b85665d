import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointNamed } from '../../contract/endpoints/index.ts';
import { contract } from '../../contract/index.ts';
import { documentedPath } from '../../server/http/openapi/parameters.ts';
import { allActionEndpoints, allRecordEndpoints, endpointNames } from '../../server/http/paths.ts';
import { document, operations } from '../support/conformance.ts';
import { eitherEngine } from '../support/database.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct(eitherEngine);
});
afterAll(() => product.close());

describe('the API document', () => {
  it('is clean under the strictest rules, without an exception', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const findings = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
    expect(findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('writes every path of an entity of a vendor as declared, where several would become the same', () => {
    const paths = ['/v1/thing/{id}', '/v1/thing/{id}/start', '/v1/thing/{id}/stop', '/v1/thing/restore/{id}'];
    expect(paths.map((path) => documentedPath(path, paths))).toEqual(paths);
    const [, start, , restore] = paths as [string, string, string, string];
    expect(documentedPath(start, [start, restore])).toBe('/v1/thing/{id}/{start}');
    expect(documentedPath(restore, [start, restore])).toBe(restore);
    expect(documentedPath(start, [start])).toBe(start);
  });

  it('writes a path as SPEC does, unless a tool could take it for another one; then it says both', () => {
    const written = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap((one) => (one['x-path'] ? [[path, one['x-path']]] : [])),
    );
    expect(written).toEqual([['/v1/product/{id}/{users}', '/v1/product/{id}/users']]);
    const users = document.paths['/v1/product/{id}/{users}']?.['get'];
    expect(users?.parameters.find((one) => 'name' in one && one['name'] === 'users')).toMatchObject({
      in: 'path',
      required: true,
      schema: { enum: ['users'] },
    });
  });

  it('asks for no filter: a list answers without any (B1)', () => {
    const needed = operations.flatMap(({ path, operation }) =>
      ((operation.parameters ?? []) as { name: string; required?: boolean }[])
        .filter(({ name, required }) => required && name.startsWith('filter_'))
        .map(({ name }) => `${path} ${name}`),
    );
    expect(needed).toEqual([]);
  });

  it('offers a request key for every POST but those of sessions and tokens, whose answers are secret (C21)', () => {
    const posts = operations
      .filter(({ method }) => method === 'POST')
      .map(({ path, operation }) => ({
        path,
        isOffered: /requestKey|Idempotency-Key/.test(JSON.stringify(operation.parameters ?? [])),
        isSecret: /^\/v1\/(auth|service_token|webhook)(\/|$)/.test(path),
      }));
    expect(posts.map(({ path }) => path)).toContain('/v1/service_token/rotate/{id}');
    expect(posts.filter(({ isOffered, isSecret }) => isOffered === isSecret)).toEqual([]);
  });

  it('names the routes that are there, and no others', () => {
    const declared = [
      ...endpointNames.map(endpointNamed),
      ...allActionEndpoints(contract),
      ...allRecordEndpoints(contract),
    ].map(({ method, path }) => `${method} ${path}`);
    const documented = operations.map(({ method, path }) => `${method} ${path}`);
    const routed = product.app.routes
      .filter(({ method, path }) => method !== 'ALL' && !/^\/(docs|scim)\//.test(path) && path !== '/*')
      .map(({ method, path }) => `${method} ${path.replace(':id{[0-9]{1,9}}', '{id}').replace(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual([...new Set(routed)].sort());
    expect(documented).toEqual(declared.sort());
  });

  it('says each call in both languages, for whom it is, and how it refuses', () => {
    for (const { method, path, operation } of operations) {
      expect(operation.summary, `${method} ${path}`).toMatch(/^[\x20-\x7e’]+$/);
      expect(operation['x-summary-zh'], `${method} ${path}`).toMatch(/[\u4e00-\u9fff]/);
      expect(operation['x-roles'].length).toBeGreaterThan(0);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '422', '500']));
    }
  });

  it('has the 91 calls of the specification', () => {
    const paths = specification.trim().split('\n');
    const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    expect(paths).toHaveLength(91);
    expect(paths.filter((path) => !known.has(path))).toEqual([]);
  });

  it('is served without a key, as JSON and as a page in both languages', async () => {
    const served = await product.request('GET', '/v1/openapi.json');
    expect(served.body.paths).toEqual(document.paths);
    const english = await product.app.request('/docs/api');
    expect(await english.text()).toContain('API reference');
    const chinese = await (await product.app.request('/docs/api?lang=zh')).text();
    expect(chinese).toContain('接口文档');
    expect(chinese).toContain('重试签发失败的许可');
    expect(chinese).not.toMatch(/<script/);
  });
});

describe('a path that is known by another method', () => {
  it('is 405 and names its methods; an unknown path is 404', async () => {
    const admin = await product.login('admin');
    const wrong = await product.request('DELETE', '/v1/order/list', { key: admin.key });
    expect([wrong.status, wrong.headers.get('allow'), wrong.body.title]).toEqual([
      405,
      'GET',
      'This method is not offered here',
    ]);
    expect((await admin.get('/v1/nothing')).status).toBe(404);
    expect((await product.request('GET', '/v1/nothing')).status).toBe(401);
  });
});

/**
 * The endpoints of SPEC.md section 7; those for a role's users and for marking messages as read are in DECISIONS B10.
 */
const specification = `
POST /v1/auth/login
POST /v1/auth/login/user/{id}
POST /v1/auth/password
GET /v1/user/list
POST /v1/user/check
POST /v1/user
GET /v1/user/{id}
POST /v1/user/{id}
DELETE /v1/user/{id}
GET /v1/user_sale/list
GET /v1/user_oauth/relation
GET /v1/user_oauth/list
DELETE /v1/user_oauth/{id}
GET /v1/oauth/login/dingtalk
GET /v1/oauth/jump/dingtalk
GET /v1/product/{id}/users
POST /v1/user/update_config
GET /v1/user/config
GET /v1/role_user/list
GET /v1/enterprise/list
POST /v1/enterprise/check
GET /v1/enterprise_sale/list
POST /v1/enterprise
GET /v1/enterprise/{id}
POST /v1/enterprise/{id}
DELETE /v1/enterprise/{id}
GET /v1/product/list
GET /v1/product_deployment_category/list
GET /v1/product/deployment/list
POST /v1/product
GET /v1/product/{id}
POST /v1/product/{id}
DELETE /v1/product/{id}
GET /v1/user_product/list
POST /v1/user_product
DELETE /v1/user_product/{id}
GET /v1/enterprise_product/list
POST /v1/enterprise_product
DELETE /v1/enterprise_product/{id}
GET /v1/product/license/list
POST /v1/product/license
GET /v1/product/license/{id}
POST /v1/product/license/{id}
DELETE /v1/product/license/{id}
GET /v1/project/list
POST /v1/project
GET /v1/project/{id}
POST /v1/project/{id}
DELETE /v1/project/{id}
POST /v1/project/relocation/{id}
POST /v1/order_project
DELETE /v1/order_project/{id}
GET /v1/order_project/list
GET /v1/order/list
GET /v1/order/amount
POST /v1/order
GET /v1/order/{id}
POST /v1/order/{id}
DELETE /v1/order/{id}
GET /v1/order/assignment/list
GET /v1/assignment/list
POST /v1/assignment
POST /v1/task/{uuid}/retry
GET /v1/assignment/{id}
POST /v1/assignment/{id}
DELETE /v1/assignment/{id}
POST /v1/assignment/fail_back
GET /v1/assignment/saas_license/{id}
GET /v1/allocation_assignment/count
GET /v1/allocation_assignment/list
POST /v1/allocation_assignment
POST /v1/mail
POST /v1/mail/custom
GET /v1/mail/{id}
GET /v1/allocation/mail/{id}
GET /v1/assignment/mail/{id}
GET /v1/allocation/list
POST /v1/allocation
GET /v1/allocation/{id}
POST /v1/allocation/{id}
DELETE /v1/allocation/{id}
POST /v1/allocation/approve/{id}
GET /v1/audit/list
GET /v1/notification/list
POST /v1/notification/delete/all
POST /v1/notification/update/all
POST /v1/notification/update
GET /v1/subscription/temp/list
POST /v1/subscription/temp/update_status
GET /v1/payment/temp/list
GET /v1/product/{id}/user/{key}
`;
