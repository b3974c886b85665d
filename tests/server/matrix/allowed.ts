import { type ActionEndpoint, actionEndpoints } from '../../../contract/endpoints/actionEndpoint.ts';
import { contract } from '../../../contract/index.ts';
import { hasRight, type Operation, type Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { type RecordEndpoint, recordEndpoints } from '../../../server/http/paths.ts';

/**
 * Who may do what to which records, hand-written from SPEC.md 2, 6 and 7 and from DECISIONS.md (A8, A22, A28, B6-B41,
 * C1-C17) and issues 34 and 35 instead of the tested contract. Whatever is not in a cell is denied.
 *
 * The columns are SA, GA, SM, EN, SU and IMP (a salesman acting for EN). A cell contains the records that the role may
 * access: `o` its own, `s` others of the same enterprise, `t` those of another enterprise of the same salesman, `f`
 * foreign ones; `y` if no record is involved; `-` if the role never has the operation. While acting (C12), nobody can
 * act for the salesman's own user, and whatever is not allowed is a 403. A row with `open` is for everybody, one with
 * `licence` for the holder of a licence.
 */
const table = `
POST   /v1/auth/login                         open
POST   /v1/auth/login/second_factor           open
POST   /v1/auth/login/passkey/begin           open
POST   /v1/auth/login/passkey                 open
POST   /v1/auth/password/forgotten            open
POST   /v1/auth/password/link                 open
POST   /v1/auth/password/reset                open
GET    /v1/auth/config                        open
GET    /v1/oauth/jump/dingtalk                open
GET    /v1/oauth/login/dingtalk               open
POST   /v1/oidc/begin                         open
POST   /v1/oidc/finish                        open
POST   /v1/oidc/link                          open
POST   /v1/oidc/backchannel_logout            open
GET    /v1/openapi.json                       open
POST   /v1/subscription                       open
GET    /v1/application/{token}                open
POST   /v1/application/{token}                open
GET    /v1/setting/product/logo/{key}         open
GET    /.well-known/jwks.json                 open
GET    /.well-known/revoked.jws               open
GET    /healthz                               open
GET    /readyz                                open
POST   /v1/usage                              licence
POST   /v1/activation                         licence
POST   /v1/lease/renew                        licence
POST   /v1/lease/release                      licence
POST   /v1/relay/delegation                   licence
POST   /v1/relay/report                       licence

POST   /v1/auth/confirm                       y    y    y    y    y    y
POST   /v1/auth/logout                        y    y    y    y    y    y
POST   /v1/auth/logout/others                 y    y    y    y    y    y
POST   /v1/auth/login/user/{id}               -    -    st   -    -    -
POST   /v1/auth/password                      y    y    y    y    y    y
GET    /v1/auth/second_factor                 y    y    y    y    y    y
POST   /v1/auth/second_factor/begin           y    y    y    y    y    y
POST   /v1/auth/second_factor/confirm         y    y    y    y    y    y
POST   /v1/auth/second_factor/recovery_codes  y    y    y    y    y    y
POST   /v1/auth/second_factor/remove          y    y    y    y    y    y
GET    /v1/auth/passkey                       y    y    y    y    y    y
POST   /v1/auth/passkey                       y    y    y    y    y    y
POST   /v1/auth/passkey/begin                 y    y    y    y    y    y
POST   /v1/auth/passkey/rename/{id}           y    y    y    y    y    y
POST   /v1/auth/passkey/remove/{id}           y    y    y    y    y    y
POST   /v1/auth/confirm/passkey               y    y    y    y    y    y
POST   /v1/auth/confirm/passkey/begin         y    y    y    y    y    y
GET    /v1/oidc/identity                      y    y    y    y    y    y
POST   /v1/oidc/unlink                        y    y    y    y    y    y
POST   /v1/oidc/test                          y    -    -    -    -    -
POST   /v1/oidc/test/finish                   y    -    -    -    -    -
GET    /v1/profile                            y    y    y    y    y    y
POST   /v1/profile                            y    y    y    y    y    y
GET    /v1/profile/notices                    y    y    y    y    y    y
POST   /v1/profile/notices                    y    y    y    y    y    y
GET    /v1/user/config                        y    y    y    y    y    y
POST   /v1/user/update_config                 y    y    y    y    y    y
POST   /v1/user/check                         y    y    y    y    -    y
GET    /v1/role_user/list                     ostf ostf ost  os   -    os
GET    /v1/user_sale/list                     y    y    y    -    -    -
GET    /v1/user/list                          ostf ostf ost  os   -    os
GET    /v1/user/export                        y    y    y    y    -    y
POST   /v1/user                               ostf ostf ost  os   -    os
GET    /v1/user/{id}                          ostf ostf ost  os   o    os
POST   /v1/user/{id}                          ostf ostf ost  os   -    os
DELETE /v1/user/{id}                          ostf ostf ost  os   -    os
POST   /v1/user/restore/{id}                  ostf ostf ost  os   -    os
POST   /v1/user/invite/{id}                   ostf ostf ost  os   -    os
POST   /v1/user/reset_second_factor/{id}      ostf -    -    -    -    -
POST   /v1/user/deactivate/{id}               ostf ostf -    -    -    -
POST   /v1/user/reactivate/{id}               ostf ostf -    -    -    -
GET    /v1/user_oauth/relation                y    y    y    y    y    y
GET    /v1/user_oauth/list                    of   of   -    -    -    -
GET    /v1/user_oauth/export                  y    y    -    -    -    -
GET    /v1/user_oauth/{id}                    of   of   -    -    -    -
DELETE /v1/user_oauth/{id}                    of   of   o    o    o    o

POST   /v1/enterprise/check                   y    y    y    -    -    -
GET    /v1/enterprise_sale/list               otf  otf  ot   -    -    -
GET    /v1/enterprise/list                    otf  otf  ot   -    -    -
GET    /v1/enterprise/export                  y    y    y    -    -    -
POST   /v1/enterprise                         y    y    y    -    -    -
POST   /v1/enterprise/import                  y    y    y    -    -    -
GET    /v1/enterprise/{id}                    otf  otf  ot   o    -    o
GET    /v1/enterprise/usage_days/{id}         otf  otf  ot   o    -    o
POST   /v1/enterprise/{id}                    otf  otf  ot   -    -    -
DELETE /v1/enterprise/{id}                    otf  otf  -    -    -    -
POST   /v1/enterprise/restore/{id}            otf  otf  -    -    -    -

GET    /v1/product_deployment_category/list   y    y    y    y    y    y
GET    /v1/product/deployment/list            y    y    y    y    y    y
GET    /v1/product/{id}/users                 otf  otf  ot   o    -    o
GET    /v1/product/{id}/user/{key}            otf  otf  -    o    -    o
GET    /v1/product/list                       otf  otf  ot   o    -    o
GET    /v1/product/export                     y    y    y    y    -    y
POST   /v1/product/import                     y    y    -    -    -    -
POST   /v1/product                            y    y    -    -    -    -
GET    /v1/product/{id}                       otf  otf  ot   o    -    o
POST   /v1/product/{id}                       otf  otf  -    -    -    -
DELETE /v1/product/{id}                       otf  otf  -    -    -    -
POST   /v1/product/restore/{id}               otf  otf  -    -    -    -
GET    /v1/product/license/keys               y    y    -    -    -    -
GET    /v1/product/license/list               of   of   -    -    -    -
GET    /v1/product/license/export             y    y    -    -    -    -
POST   /v1/product/license                    otf  otf  -    -    -    -
GET    /v1/product/license/{id}               of   of   -    -    -    -
POST   /v1/product/license/{id}               of   of   -    -    -    -
DELETE /v1/product/license/{id}               of   of   -    -    -    -
POST   /v1/product/license/restore/{id}       of   of   -    -    -    -
GET    /v1/user_product/list                  of   of   o    -    -    -
GET    /v1/user_product/export                y    y    y    -    -    -
POST   /v1/user_product                       otf  otf  -    -    -    -
GET    /v1/user_product/{id}                  of   of   o    -    -    -
DELETE /v1/user_product/{id}                  of   of   -    -    -    -
POST   /v1/user_product/restore/{id}          of   of   -    -    -    -
GET    /v1/enterprise_product/list            otf  otf  ot   o    -    o
GET    /v1/enterprise_product/export          y    y    y    y    -    y
POST   /v1/enterprise_product                 otf  otf  ot   -    -    -
GET    /v1/enterprise_product/{id}            otf  otf  ot   o    -    o
DELETE /v1/enterprise_product/{id}            otf  otf  ot   -    -    -
POST   /v1/enterprise_product/restore/{id}    otf  otf  ot   -    -    -

GET    /v1/project/list                       ostf ostf ost  os   o    os
GET    /v1/project/export                     y    y    y    y    y    y
POST   /v1/project                            otf  otf  -    o    -    o
GET    /v1/project/{id}                       ostf ostf ost  os   o    os
POST   /v1/project/{id}                       ostf ostf -    os   -    os
DELETE /v1/project/{id}                       ostf ostf -    os   -    os
POST   /v1/project/restore/{id}               ostf ostf -    os   -    os
POST   /v1/project/relocation/{id}            ostf ostf -    os   -    os
GET    /v1/order_project/list                 otf  otf  ot   o    -    o
GET    /v1/order_project/export               y    y    y    y    -    y
POST   /v1/order_project                      ostf ostf ost  os   -    os
GET    /v1/order_project/{id}                 otf  otf  ot   o    -    o
DELETE /v1/order_project/{id}                 otf  otf  ot   o    -    o
POST   /v1/order_project/restore/{id}         otf  otf  ot   o    -    o

GET    /v1/order/amount                       y    y    y    y    -    y
GET    /v1/order/timeline/{id}                ostf ostf ost  os   -    os
GET    /v1/order/assignment/list              ostf ostf ost  os   o    os
GET    /v1/order/list                         ostf ostf ost  os   -    os
GET    /v1/order/export                       y    y    y    y    -    y
POST   /v1/order                              -    otf  ot   o    -    o
GET    /v1/order/{id}                         ostf ostf ost  os   -    os
POST   /v1/order/{id}                         -    ostf ost  os   -    os
DELETE /v1/order/{id}                         -    ostf ost  os   -    os
POST   /v1/order/restore/{id}                 -    ostf ost  os   -    os

GET    /v1/assignment/list                    ostf ostf ost  os   o    os
GET    /v1/assignment/export                  y    y    y    y    y    y
POST   /v1/assignment                         -    -    -    os   -    os
GET    /v1/assignment/{id}                    ostf ostf ost  os   o    os
POST   /v1/assignment/{id}                    ostf ostf -    os   -    os
DELETE /v1/assignment/{id}                    ostf ostf -    os   -    os
POST   /v1/assignment/decline_renewal/{id}    -    -    ost  os   -    os
POST   /v1/assignment/reconsider_renewal/{id} -    -    ost  os   -    os
POST   /v1/assignment/accept_use/{id}         -    ostf ost  -    -    -
POST   /v1/task/{uuid}/retry                  ostf ostf -    os   -    os
POST   /v1/assignment/fail_back               -    -    -    os   -    os
POST   /v1/assignment/reveal/{id}             -    -    -    os   o    os
GET    /v1/assignment/saas_license/{id}       ostf ostf ost  os   o    os
GET    /v1/assignment/usage/{id}              ostf ostf ost  os   o    os
GET    /v1/assignment/usage_days/{id}         ostf ostf ost  os   o    os
GET    /v1/activation/list                    ostf ostf ost  os   o    os
GET    /v1/activation/export                  y    y    y    y    y    y
GET    /v1/activation/{id}                    ostf ostf ost  os   o    os
POST   /v1/activation/{id}                    ostf ostf -    os   -    os
POST   /v1/lease/offline                      -    -    -    os   o    os
POST   /v1/relay/report/offline               ostf ostf -    os   o    os
GET    /v1/allocation_assignment/count        y    y    y    y    y    y
GET    /v1/allocation_assignment/list         ostf ostf ost  os   o    os
POST   /v1/allocation_assignment              -    -    -    os   -    os

POST   /v1/mail                               -    -    -    os   -    os
POST   /v1/mail/custom                        -    -    -    os   -    os
GET    /v1/mail/list                          -    -    -    o    -    o
GET    /v1/mail/export                        -    -    -    y    -    y
GET    /v1/mail/{id}                          -    -    -    o    -    o
GET    /v1/assignment/mail/{id}               -    -    -    os   -    os
GET    /v1/allocation/mail/{id}               -    -    -    os   -    os

GET    /v1/allocation/list                    ostf ostf ost  os   o    os
GET    /v1/allocation/export                  y    y    y    y    y    y
POST   /v1/allocation                         ostf ostf -    -    o    -
GET    /v1/allocation/{id}                    ostf ostf ost  os   o    os
POST   /v1/allocation/{id}                    -    -    -    -    o    -
DELETE /v1/allocation/{id}                    -    -    -    -    o    -
POST   /v1/allocation/restore/{id}            -    -    -    -    o    -
POST   /v1/allocation/approve/{id}            -    -    -    os   -    os
POST   /v1/application/link                   ostf ostf -    os   -    os

GET    /v1/audit/list                         y    -    -    -    -    -
GET    /v1/audit/export                       y    -    -    -    -    -
GET    /v1/audit/{id}                         of   -    -    -    -    -
GET    /v1/notification/list                  o    o    o    o    o    o
GET    /v1/notification/export                y    y    y    y    y    y
POST   /v1/notification/update                y    y    y    y    y    y
POST   /v1/notification/update/all            y    y    y    y    y    y
POST   /v1/notification/delete/all            y    y    y    y    y    y
GET    /v1/subscription/temp/list             otf  otf  -    o    -    o
GET    /v1/subscription/temp/export           y    y    -    y    -    y
GET    /v1/subscription/temp/{id}             otf  otf  -    o    -    o
POST   /v1/subscription/temp/update_status    otf  otf  -    o    -    o
GET    /v1/payment/temp/list                  otf  otf  -    o    -    o
GET    /v1/payment/temp/export                y    y    -    y    -    y
GET    /v1/payment/temp/totals                y    y    -    y    -    y
GET    /v1/payment/temp/{id}                  otf  otf  -    o    -    o
POST   /v1/payment/temp                       otf  otf  -    -    -    -
POST   /v1/payment/temp/upload/receipt        y    y    -    -    -    -
GET    /v1/payment/temp/{id}/receipt/{file}   otf  otf  -    o    -    o

GET    /v1/dashboard                          y    y    y    y    y    y
GET    /v1/events                             y    y    y    y    y    y
GET    /v1/search                             y    y    y    y    y    y
GET    /v1/history/{entity}/{id}              ostf ostf ost  -    -    -
GET    /v1/timeline/{entity}/{id}             ostf ostf ost  os   o    os
GET    /v1/use/{entity}/{id}                  ostf ostf -    os   -    os
GET    /v1/session/list                       o    o    o    o    o    o
DELETE /v1/session/{id}                       o    o    o    o    o    o
GET    /v1/saved_view/list                    o    o    o    o    o    o
POST   /v1/saved_view                         y    y    y    y    y    y
GET    /v1/saved_view/{id}                    o    o    o    o    o    o
POST   /v1/saved_view/{id}                    o    o    o    o    o    o
DELETE /v1/saved_view/{id}                    o    o    o    o    o    o
POST   /v1/saved_view/restore/{id}            o    o    o    o    o    o
GET    /v1/service_account/list               otf  otf  -    o    -    o
GET    /v1/service_account/activity/{id}      otf  otf  -    o    -    o
POST   /v1/service_account                    y    y    -    y    -    y
GET    /v1/service_account/{id}               otf  otf  -    o    -    o
POST   /v1/service_account/{id}               otf  otf  -    o    -    o
DELETE /v1/service_account/{id}               otf  otf  -    o    -    o
GET    /v1/service_token/list                 otf  otf  -    o    -    o
POST   /v1/service_token                      otf  otf  -    o    -    o
GET    /v1/service_token/{id}                 otf  otf  -    o    -    o
POST   /v1/service_token/rotate/{id}          otf  otf  -    o    -    o
POST   /v1/service_token/revoke/{id}          otf  otf  -    o    -    o
GET    /v1/webhook/list                       otf  otf  -    o    -    o
POST   /v1/webhook                            y    y    -    y    -    y
GET    /v1/webhook/example/{type}             y    y    -    y    -    y
GET    /v1/webhook/{id}                       otf  otf  -    o    -    o
POST   /v1/webhook/{id}                       otf  otf  -    o    -    o
DELETE /v1/webhook/{id}                       otf  otf  -    o    -    o
POST   /v1/webhook/rotate/{id}                otf  otf  -    o    -    o
POST   /v1/webhook/test/{id}                  otf  otf  -    o    -    o
POST   /v1/webhook/replay/{id}                otf  otf  -    o    -    o
GET    /v1/webhook_delivery/list              otf  otf  -    o    -    o
GET    /v1/webhook_delivery/{id}              otf  otf  -    o    -    o
POST   /v1/webhook_delivery/replay/{id}       otf  otf  -    o    -    o
GET    /v1/identity_provider/list             o    -    -    -    -    -
POST   /v1/identity_provider                  y    -    -    -    -    -
GET    /v1/identity_provider/{id}             o    -    -    -    -    -
POST   /v1/identity_provider/{id}             o    -    -    -    -    -
DELETE /v1/identity_provider/{id}             o    -    -    -    -    -
GET    /v1/role_variant/list                  o    -    -    -    -    -
GET    /v1/role_variant/export                y    -    -    -    -    -
POST   /v1/role_variant                       y    -    -    -    -    -
GET    /v1/role_variant/{id}                  o    -    -    -    -    -
POST   /v1/role_variant/{id}                  o    -    -    -    -    -
DELETE /v1/role_variant/{id}                  o    -    -    -    -    -
POST   /v1/role_variant/restore/{id}          o    -    -    -    -    -
GET    /v1/setting/product/list              o    -    -    -    -    -
GET    /v1/setting/product/{id}              o    -    -    -    -    -
POST   /v1/setting/product/{id}              o    -    -    -    -    -
POST   /v1/setting/product/upload/logo_en    y    -    -    -    -    -
POST   /v1/setting/product/upload/logo_zh    y    -    -    -    -    -
GET    /v1/setting/product/{id}/logo_en/{file} o  -    -    -    -    -
GET    /v1/setting/product/{id}/logo_zh/{file} o  -    -    -    -    -
GET    /v1/setting/sign_in/list              o    -    -    -    -    -
GET    /v1/setting/sign_in/{id}              o    -    -    -    -    -
POST   /v1/setting/sign_in/{id}              o    -    -    -    -    -
GET    /v1/setting/retention/list            o    -    -    -    -    -
GET    /v1/setting/retention/{id}            o    -    -    -    -    -
POST   /v1/setting/retention/{id}            o    -    -    -    -    -
GET    /v1/setting/mail/list                 o    -    -    -    -    -
GET    /v1/setting/mail/{id}                 o    -    -    -    -    -
POST   /v1/setting/mail/{id}                 o    -    -    -    -    -
GET    /v1/setting/setup                      y    -    -    -    -    -
POST   /v1/setting/mail/test                  y    -    -    -    -    -
GET    /v1/setting/signing_key                y    -    -    -    -    -
POST   /v1/setting/signing_key/prepare        y    -    -    -    -    -
POST   /v1/setting/signing_key/rotate         y    -    -    -    -    -
`;

export const roleNames = ['SA', 'GA', 'SM', 'EN', 'SU', 'IMP'] as const;
export type RoleName = (typeof roleNames)[number];

export interface MatrixRow {
  readonly method: string;
  readonly path: string;
  readonly kind: 'open' | 'licence' | 'role';
  /** The letters in the cell of each role. */
  readonly cells: Readonly<Record<RoleName, string>>;
}

function rowOf(line: string): MatrixRow {
  const [method = '', path = '', ...rest] = line.trim().split(/\s+/);
  const kind = rest[0] === 'open' || rest[0] === 'licence' ? rest[0] : 'role';
  const cells = Object.fromEntries(roleNames.map((name, index) => [name, rest[index] ?? '-']));
  return { method, path, kind, cells: cells as MatrixRow['cells'] };
}

const written = table
  .trim()
  .split('\n')
  .filter((line) => line.trim())
  .map(rowOf);

const roleOf = { SA: 'SuperAdmin', GA: 'GeneralAdmin', SM: 'SalesMan', EN: 'Enterprise', SU: 'Subordinate' } as const;

function derived(method: string, path: string, letter: string, isIn: (role: Role) => boolean): MatrixRow {
  const cellOf = (name: RoleName) => (isIn(roleOf[name === 'IMP' ? 'EN' : name]) ? letter : '-');
  const cells = Object.fromEntries(roleNames.map((name) => [name, cellOf(name)]));
  return { method, path, kind: 'role', cells: cells as MatrixRow['cells'] };
}

/** The operation whose roles apply to an endpoint without its own. */
const wantedOf: Readonly<Record<string, Operation>> = {
  export: 'list',
  totals: 'list',
  restore: 'remove',
  import: 'create',
};

/** The row of an endpoint of an unknown entity: the roles in its declaration; no role finds a missing record. */
function rowOfCall({ entity, operation, method, path, roles }: RecordEndpoint): MatrixRow {
  // For a file: the roles that may write its field, or that may get the record and read the field.
  if (roles) return derived(method, path, 'y', (role) => roles.includes(role));
  const wanted = wantedOf[operation] ?? (operation as Operation);
  return derived(method, path, path.endsWith('/{id}') ? 'o' : 'y', (role) => hasRight(entity.access, wanted, role));
}

/** The row of an action of an unknown entity; it has no record there, so allowed roles find none. */
const rowOfAction = ({ method, path, roles }: ActionEndpoint): MatrixRow =>
  derived(method, path, 'y', (role) => roles.includes(role));

/** True if the table does not contain the entity. */
const isNew = (entity: Entity): boolean => !written.some(({ path }) => path.startsWith(`/v1/${entity.path}/`));

/** True if the endpoint belongs to an entity that the table does not contain. */
export const isOfNewResource = (path: string): boolean =>
  contract.entities.some(
    (entity) =>
      isNew(entity) && [...recordEndpoints(entity), ...actionEndpoints(entity)].some((call) => call.path === path),
  );

/** All rows of the table, and rows for unknown entities, derived from their declarations. */
export const matrix: readonly MatrixRow[] = [
  ...written,
  ...contract.entities.filter(isNew).flatMap(recordEndpoints).map(rowOfCall),
  ...contract.entities.filter(isNew).flatMap(actionEndpoints).map(rowOfAction),
];

/** True for paths with the number of an own passkey, of which the world has none; tests/server/passkeys.test.ts tests them. */
export const isOfOwnPasskey = (path: string): boolean => path.startsWith('/v1/auth/passkey/');
