import { type Account, accounts } from './account.ts';

/**
 * The hand-written route table of SPEC 2 and of the issues 34 and 36: each path, its requirement, and the accounts that may open it; A1 and A2 have
 * the redirects.
 */
export const paths: readonly [path: string, requirement: string, who: readonly Account[]][] = [
  ['/dashboard', 'R-ROUTE-06', accounts],
  ['/user/general', 'R-ROUTE-09', ['superadmin']],
  ['/user/salesman', 'R-ROUTE-10', ['superadmin', 'operations']],
  ['/user/enterprise_user', 'R-ROUTE-11', ['superadmin', 'operations', 'sales']],
  ['/user/subuser', 'R-ROUTE-12', ['enterprise']],
  ['/user/third_oauth', 'R-ROUTE-13', ['superadmin', 'operations']],
  ['/enterprise', 'R-ROUTE-14', ['superadmin', 'operations', 'sales']],
  ['/enterprise/product', 'R-ROUTE-16', ['superadmin', 'operations']],
  ['/enterprise/sales_product', 'R-ROUTE-17', ['superadmin', 'operations']],
  ['/enterprise/enterprise_product', 'R-ROUTE-18', ['superadmin', 'operations', 'sales']],
  ['/test_project', 'R-ROUTE-19', ['superadmin', 'operations']],
  ['/authorization/project', 'R-ROUTE-21', ['superadmin', 'operations', 'enterprise']],
  ['/authorization/order', 'R-ROUTE-22', ['superadmin', 'operations', 'sales', 'enterprise']],
  ['/authorization/assignment', 'R-ROUTE-23', ['enterprise']],
  ['/authorization/application', 'R-ROUTE-24', ['subuser']],
  ['/audit', 'R-ROUTE-25', ['superadmin']],
  ['/userinfo', 'R-ROUTE-26', accounts],
  ['/message', 'R-ROUTE-26', accounts],
  ['/behalf_order', 'R-ROUTE-27', ['enterprise']],
  ['/activation', 'issue 36', ['superadmin', 'operations']],
  ['/setting/service_account', 'issue 34', ['superadmin', 'operations', 'enterprise']],
  ['/setting/service_token', 'issue 34', ['superadmin', 'operations', 'enterprise']],
  ['/setting/webhook', 'issue 34', ['superadmin', 'operations', 'enterprise']],
  ['/setting/webhook_delivery', 'issue 34', ['superadmin', 'operations', 'enterprise']],
  ['/setting/product', 'issue 35', ['superadmin']],
  ['/setting/sign_in', 'issue 35', ['superadmin']],
  ['/setting/mail', 'issue 35', ['superadmin']],
  ['/setting/retention', 'issue 35', ['superadmin']],
  ['/setting/signing_key', 'issue 35', ['superadmin']],
  ['/setting/identity_provider', 'issue 35', ['superadmin']],
  ['/user/role_variant', 'issue 37', ['superadmin']],
];

/** The hand-written targets of the menu groups (A1, A2). */
export const redirectTargets: Readonly<Record<Account, Readonly<Record<string, string>>>> = {
  superadmin: {
    '/user': '/user/general',
    '/product': '/enterprise/product',
    '/authorization': '/authorization/project',
    '/setting': '/setting/service_account',
  },
  operations: {
    '/user': '/user/salesman',
    '/product': '/enterprise/product',
    '/authorization': '/authorization/project',
    '/setting': '/setting/service_account',
  },
  sales: {
    '/user': '/user/enterprise_user',
    '/product': '/enterprise/enterprise_product',
    '/authorization': '/authorization/order',
    '/setting': '/login',
  },
  enterprise: {
    '/user': '/user/subuser',
    '/product': '/login',
    '/authorization': '/authorization/project',
    '/setting': '/setting/service_account',
  },
  subuser: {
    '/user': '/login',
    '/product': '/login',
    '/authorization': '/authorization/application',
    '/setting': '/login',
  },
};
