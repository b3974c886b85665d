import type { ActionEndpoint } from '../../../contract/endpoints/actionEndpoint.ts';
import type { EndpointName } from '../../../contract/endpoints/index.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordEndpoint } from '../paths.ts';

/**
 * The name of each call for generated clients, in the words of the product: `listOrders`, `allocateLicences`. Clients
 * are written against these names, so they stay when a label changes in anything but its meaning.
 */

/** `Sales products` becomes `SalesProducts`, `E-mail` becomes `Email`. */
const pascalCase = (text: string): string =>
  text
    .replace(/\b(\p{L})-(?=\p{L})/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).replace(/^[A-Z]+$/, (rest) => rest.toLowerCase()))
    .join('');

const camelCase = (text: string): string => {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
};

/** The endpoints that no entity declares. One that is not listed is called by its own name. */
const declared: Partial<Readonly<Record<EndpointName, string>>> = {
  login: 'signIn',
  confirm: 'confirmIdentity',
  passkey_sign_in_begin: 'beginPasskeySignIn',
  passkey_sign_in: 'signInWithPasskey',
  passkey_confirm_begin: 'beginPasskeyConfirmation',
  passkey_confirm: 'confirmIdentityWithPasskey',
  passkey_list: 'listPasskeys',
  passkey_begin: 'beginPasskey',
  passkey_add: 'addPasskey',
  passkey_rename: 'renamePasskey',
  passkey_remove: 'removePasskey',
  logout: 'signOut',
  logout_others: 'signOutOthers',
  act: 'actForUser',
  password: 'changePassword',
  dingtalk_jump: 'redirectToDingTalk',
  dingtalk_login: 'signInWithDingTalk',
  oidc_begin: 'beginProviderSignIn',
  oidc_finish: 'finishProviderSignIn',
  oidc_link: 'linkProviderByPassword',
  oidc_identities: 'listLinkedAccounts',
  oidc_unlink: 'unlinkAccount',
  oidc_backchannel_logout: 'endProviderSessions',
  oidc_test: 'beginProviderTest',
  oidc_test_finish: 'finishProviderTest',
  mail_setting_test: 'sendTestMail',
  setup: 'getSetup',
  product_logo: 'getProductLogo',
  signing_key_list: 'listSigningKeys',
  signing_key_prepare: 'prepareSigningKey',
  signing_key_rotate: 'rotateSigningKey',
  auth_config: 'getSignInOptions',
  user_check: 'checkUserName',
  user_config: 'getSettings',
  user_update_config: 'updateSettings',
  profile: 'getProfile',
  profile_save: 'saveProfile',
  profile_notices: 'getNotices',
  profile_notices_save: 'saveNotices',
  role_user_list: 'listUsersByRole',
  user_sale_list: 'listSalesmen',
  user_oauth_relation: 'getDingTalkBinding',
  enterprise_check: 'checkEnterpriseName',
  enterprise_sale_list: 'listEnterprisesWithOwners',
  product_deployment_category_list: 'listDeploymentCategories',
  product_deployment_list: 'listDeployments',
  product_users: 'listProductHolders',
  product_user_key: 'findProjectByLicenceKey',
  signing_keys: 'listSigningKeys',
  order_amount: 'getOrderAmounts',
  order_timeline: 'getOrderTimeline',
  order_assignment_list: 'listLicencesOfOrders',
  assignment_create: 'allocateLicences',
  fail_back: 'failBackLicence',
  assignment_reveal: 'revealLicence',
  activate: 'activateLicence',
  renew_lease: 'renewLease',
  release_lease: 'releaseLease',
  activate_offline: 'activateLicenceOffline',
  delegate: 'delegateToRelay',
  relay_report: 'reportRelayUse',
  take_relay_report: 'takeRelayReport',
  saas_license: 'getSaasUsage',
  assignment_usage: 'getLicenceUsage',
  assignment_usage_days: 'getLicenceUsageByDay',
  enterprise_usage_days: 'getEnterpriseUsageByDay',
  allocation_assignment_count: 'countPendingApplications',
  allocation_assignment_list: 'listApplicationsWithLicences',
  mail_resend: 'resendEmail',
  mail_custom: 'sendLicenceByEmail',
  mail_get: 'getEmail',
  assignment_mail: 'getLicenceEmails',
  allocation_mail: 'getApplicationEmails',
  application_link: 'createApplicationLink',
  application_link_get: 'getApplicationLink',
  application_link_apply: 'applyByLink',
  notification_update: 'markNotificationsRead',
  notification_update_all: 'markAllNotificationsRead',
  notification_delete_all: 'deleteAllNotifications',
  subscription_create: 'requestSubscription',
  usage: 'reportUsage',
  dashboard: 'getDashboard',
  openapi: 'getOpenApiDocument',
  service_account_activity: 'listServiceAccountActivity',
  service_token_rotate: 'rotateToken',
  search: 'search',
  history: 'getHistory',
  use: 'getReferences',
  timeline: 'getTimeline',
  events: 'streamEvents',
  key_set: 'getKeySet',
  revocation_list: 'getRevocationList',
  alive: 'getLiveness',
  ready: 'getReadiness',
};

/** The name of an endpoint that the contract declares individually. */
export const endpointOperationId = (name: EndpointName): string => declared[name] ?? camelCase(name);

/** Actions whose endpoint is known by another word than their first action. */
const actionIds: Readonly<Record<string, string>> = {
  allocation_approve: 'decideApplication',
  allocation_assignment_create: 'approveApplicationWithOrders',
  task_retry: 'retryLicence',
  project_relocation: 'relocateProject',
  subscription_update_status: 'updateSubscriptionStatus',
};

/** The name of an endpoint for actions of an entity: the first action, and the record. */
export const actionOperationId = ({ name, entity, actions }: ActionEndpoint): string =>
  actionIds[name] ??
  (actions.length === 1 && actions[0] ? camelCase(actions[0].name) + pascalCase(entity.label.en) : camelCase(name));

type NameParts = Readonly<Record<'one' | 'many' | 'field', string>>;

const recordIds: Readonly<Record<RecordEndpoint['operation'], (names: NameParts) => string>> = {
  list: ({ many }) => `list${many}`,
  export: ({ many }) => `export${many}`,
  lookup: ({ many }) => `lookUp${many}`,
  totals: ({ many }) => `total${many}`,
  import: ({ many }) => `import${many}`,
  get: ({ one }) => `get${one}`,
  create: ({ one }) => `create${one}`,
  edit: ({ one }) => `update${one}`,
  remove: ({ one }) => `delete${one}`,
  restore: ({ one }) => `restore${one}`,
  upload: ({ one, field }) => `upload${one}${field}`,
  download: ({ one, field }) => `download${one}${field}`,
};

/** Singular and plural of an entity for names: its labels if they differ, otherwise those that its name gives. */
function nounsOf({ name, label, labels }: Entity): { readonly one: string; readonly many: string } {
  const one = pascalCase(label.en) || pascalCase(name);
  const many = pascalCase(labels.en);
  return { one, many: many === '' || many === one ? `${one}List` : many };
}

/** The name of an endpoint for the records of an entity. */
export function recordOperationId({ entity, operation, field = '' }: RecordEndpoint): string {
  return recordIds[operation]({ ...nounsOf(entity), field: pascalCase(field) });
}

/**
 * The same names where all differ. Of two equal ones, both get the name of their entity or path at the end.
 * @param given the names with what tells them apart
 */
export function distinctIds(given: readonly { readonly id: string; readonly path: string }[]): string[] {
  return given.map(({ id, path }) => {
    const isShared = given.filter((one) => one.id === id).length > 1;
    return isShared ? `${id}At${pascalCase(path.replace(/^\/v1\//, '').replaceAll(/[{}]/g, ''))}` : id;
  });
}
