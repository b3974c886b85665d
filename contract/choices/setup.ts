/** The steps from an empty console to the first order, in their order (issue 35, section 6). */
export const setupSteps = [
  { id: 'account', label: { en: 'Your account', zh: '您的账号' } },
  { id: 'product_name', label: { en: 'Name of the console', zh: '系统名称' } },
  { id: 'mail', label: { en: 'E-mail', zh: '邮件' } },
  { id: 'product', label: { en: 'First product', zh: '首个产品' } },
  { id: 'salesman', label: { en: 'First salesman', zh: '首位销售' } },
  { id: 'enterprise', label: { en: 'First enterprise', zh: '首家企业' } },
] as const;

export type SetupStep = (typeof setupSteps)[number]['id'];

/** Steps that a console works without: it has a name of its own, and saves e-mails as files. */
export const optionalSetupSteps: readonly SetupStep[] = ['product_name', 'mail'];
