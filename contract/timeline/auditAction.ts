import { switchOffActions } from '../choices/webhook.ts';
import type { Label } from '../messages/label.ts';
import { namedActions } from '../schema/action.ts';
import type { Entity } from '../schema/entity.ts';
import { entitySteps } from '../schema/lifecycle.ts';

/** The labels of audited actions that are not declared steps or actions. */
export const auditActions: Readonly<Record<string, Label>> = {
  accept_invitation: { en: 'Accept an invitation', zh: '接受邀请' },
  act: { en: 'Act for a user', zh: '代客操作' },
  activate: { en: 'Activate', zh: '激活' },
  link_directory: { en: 'Link a user to the company directory', zh: '关联公司目录' },
  leave_directory: { en: 'Remove a user from the company directory', zh: '从公司目录移除用户' },
  add_passkey: { en: 'Add a passkey', zh: '添加通行密钥' },
  allocate: { en: 'Allocate', zh: '分配' },
  apply: { en: 'Apply', zh: '申请' },
  bind: { en: 'Bind an account', zh: '绑定账号' },
  change_password: { en: 'Change password', zh: '修改密码' },
  change_profile: { en: 'Change own profile', zh: '修改个人资料' },
  change_notices: { en: 'Choose own notices', zh: '设置个人通知' },
  create: { en: 'Create', zh: '新建' },
  custom_mail: { en: 'Send to another address', zh: '发送到其他邮箱' },
  denied: { en: 'Access denied', zh: '拒绝访问' },
  exceed: { en: 'Use more than was bought', zh: '用量超出购买数量' },
  expire: { en: 'Expire', zh: '到期' },
  enrol_factor: { en: 'Turn on two-step verification', zh: '启用两步验证' },
  export: { en: 'Export', zh: '导出' },
  forgot_password: { en: 'Ask for a new password', zh: '申请重置密码' },
  import: { en: 'Import', zh: '导入' },
  fail_back: { en: 'Generate a failback licence', zh: '生成回切许可' },
  issue: { en: 'Issue', zh: '签发' },
  join: { en: 'Add', zh: '添加' },
  login: { en: 'Sign in', zh: '登录' },
  logout: { en: 'Sign out', zh: '退出' },
  logout_others: { en: 'Sign out of all other sessions', zh: '退出其他所有会话' },
  link_identity: { en: 'Link an account at a sign-in provider', zh: '关联登录提供方账号' },
  unlink_identity: { en: 'Unlink an account at a sign-in provider', zh: '解除登录提供方账号的关联' },
  follow_claims: { en: 'Change the role by the sign-in provider', zh: '按登录提供方变更角色' },
  make_link: { en: 'Create an application link', zh: '生成申请链接' },
  part: { en: 'Take out', zh: '移出' },
  remove: { en: 'Delete', zh: '删除' },
  remove_passkey: { en: 'Remove a passkey', zh: '移除通行密钥' },
  rename_passkey: { en: 'Rename a passkey', zh: '重命名通行密钥' },
  remove_factor: { en: 'Turn off two-step verification', zh: '停用两步验证' },
  renew_recovery_codes: { en: 'Replace recovery codes', zh: '更换恢复码' },
  renew: { en: 'Renew', zh: '续订' },
  resend: { en: 'Send again', zh: '重新发送' },
  report_use: { en: 'Take in the report of a relay', zh: '导入中继用量报告' },
  reset_password: { en: 'Reset a password', zh: '重置密码' },
  restore: { en: 'Restore', zh: '恢复' },
  return: { en: 'Back to sales', zh: '返回销售' },
  rotate_token: { en: 'Rotate a token', zh: '轮换令牌' },
  rotate_webhook: { en: 'Change the secret of a webhook', zh: '更换事件推送密钥' },
  rotate_secret: { en: 'Change the secret key', zh: '更换主密钥' },
  prepare_key: { en: 'Prepare a signing key', zh: '准备签名密钥' },
  rotate_key: { en: 'Change the signing key', zh: '更换签名密钥' },
  send: { en: 'Send an e-mail', zh: '发送邮件' },
  settle: { en: 'No longer use more than was bought', zh: '用量不再超出购买数量' },
  subscribe: { en: 'Subscribe', zh: '订阅' },
  tell_usage: { en: 'Report usage', zh: '上报用量' },
  ...switchOffActions,
  test_mail: { en: 'Send a test e-mail', zh: '发送测试邮件' },
  test_provider: { en: 'Test a sign-in provider', zh: '测试登录提供方' },
  update: { en: 'Edit', zh: '修改' },
  use_recovery_code: { en: 'Use a recovery code', zh: '使用恢复码' },
  use_token: { en: 'Use a token from a new address', zh: '从新地址使用令牌' },
  update_status: { en: 'Change status', zh: '变更状态' },
  view_secret: { en: 'View a licence', zh: '查看许可内容' },
};

/** The steps and actions of an entity whose audit entries have the same name. */
export const auditedSteps = (entity: Entity): readonly { readonly name: string; readonly label: Label }[] => [
  ...entitySteps(entity),
  // An action that is audited under another name gets the label of that name.
  ...namedActions(entity).filter(({ name, audit = name }) => audit === name),
];

/** The steps and actions of an entity. */
export const stepsAndActions = (entity: Entity): readonly { readonly name: string; readonly label: Label }[] => [
  ...entitySteps(entity),
  ...namedActions(entity),
];
