import type { Choice } from './field.ts';

/** The enumerations of SPEC 3, 4 and 9, with how they read. */

export const roleChoices = [
  { id: 1, label: { en: 'Administrator', zh: '管理员' } },
  { id: 2, label: { en: 'Operations', zh: '运营' } },
  { id: 3, label: { en: 'Sales', zh: '销售' } },
  { id: 4, label: { en: 'Enterprise', zh: '企业用户' } },
  { id: 5, label: { en: 'Enterprise sub-user', zh: '企业子用户' } },
] as const satisfies readonly Choice[];

/** What a role that nobody declared reads as (SPEC 3). */
export const unknownRole = { en: 'Unknown User', zh: '未知用户' } as const;

export const reviewStates = [
  { id: 0, label: { en: 'Pending review', zh: '待审核' }, tone: 'warn' },
  { id: 1, label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const enterpriseTypes = [
  { id: 1, label: { en: 'General', zh: '普通' } },
  { id: 2, label: { en: 'Internal testing', zh: '内部测试' } },
  { id: 3, label: { en: 'Scan to try', zh: '扫码试用' } },
] as const satisfies readonly Choice[];

export const deployments = [
  { id: 1, label: { en: 'Public cloud', zh: '公有云' } },
  { id: 2, label: { en: 'Private cloud', zh: '私有云' } },
  { id: 3, label: { en: 'On premises', zh: '本地部署' } },
] as const satisfies readonly Choice[];

export const productCategories = [
  { id: 1001, label: { en: 'Migration', zh: '迁移' }, extra: { saas_alias: 'migration' } },
  { id: 1002, label: { en: 'Disaster recovery', zh: '容灾' }, extra: { saas_alias: 'dr' } },
] as const satisfies readonly Choice[];

export const meterings = [
  { id: 'host', label: { en: 'By host', zh: '按主机数' } },
  { id: 'value', label: { en: 'By amount', zh: '按数量' } },
] as const satisfies readonly Choice[];

export const orderTypes = [
  { id: 1001, label: { en: 'New purchase', zh: '新购' }, tone: 'info' },
  { id: 1002, label: { en: 'Reissue', zh: '补发' }, tone: 'neutral' },
  { id: 1003, label: { en: 'Trial', zh: '试用' }, tone: 'neutral' },
  { id: 1004, label: { en: 'Pay as you go', zh: '按量付费' }, tone: 'neutral' },
] as const satisfies readonly Choice[];

export const orderStates = [
  { id: 0, label: { en: 'Pending confirmation', zh: '待确认' }, tone: 'warn' },
  { id: 1, label: { en: 'Pending review', zh: '待审核' }, tone: 'info' },
  { id: 2, label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
  { id: 8, label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const orderUses = [
  { id: 0, label: { en: 'Not effective', zh: '未生效' }, tone: 'neutral' },
  { id: 1, label: { en: 'Usable', zh: '可使用' }, tone: 'good' },
  { id: 2, label: { en: 'Used up', zh: '已用完' }, tone: 'warn' },
  { id: 3, label: { en: 'Expired', zh: '已过期' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const serviceTypes = [
  { id: 'standard', label: { en: 'Standard', zh: '标准' } },
  { id: 'failback', label: { en: 'Failback', zh: '回切' } },
] as const satisfies readonly Choice[];

export const originators = [
  { id: 'sales', label: { en: 'Sales', zh: '销售' } },
  { id: 'enterprise', label: { en: 'Enterprise', zh: '企业' } },
] as const satisfies readonly Choice[];

export const deliveryMethods = [
  { id: 'send_upon_payment', label: { en: 'Send upon payment', zh: '款到发货' } },
  { id: 'payment_after_delivery', label: { en: 'Payment after delivery', zh: '货到付款' } },
] as const satisfies readonly Choice[];

export const stampMethods = [
  { id: 'entity', label: { en: 'Entity stamp', zh: '实体章' } },
  { id: 'digital', label: { en: 'Electronic stamp', zh: '电子章' } },
] as const satisfies readonly Choice[];

const officialSeal = { id: 'official_seal', label: { en: 'Official seal', zh: '公章' } } as const;
const contractSeal = { id: 'contract_seal', label: { en: 'Contract seal', zh: '合同章' } } as const;

export const entityStamps = [
  officialSeal,
  contractSeal,
  { id: 'legal_representative_seal', label: { en: 'Legal representative seal', zh: '法人章' } },
  { id: 'financial_seal', label: { en: 'Financial seal', zh: '财务章' } },
] as const satisfies readonly Choice[];

export const electronicStamps = [officialSeal, contractSeal] as const satisfies readonly Choice[];

export const projectStates = [
  { id: 0, label: { en: 'Draft', zh: '草稿' }, tone: 'neutral' },
  { id: 1, label: { en: 'Effective', zh: '已生效' }, tone: 'good' },
  { id: 8, label: { en: 'Closed', zh: '已关闭' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const transferStates = [
  { id: 0, label: { en: 'None', zh: '无' }, tone: 'neutral' },
  { id: 1, label: { en: 'Moving', zh: '转移中' }, tone: 'info' },
  { id: 2, label: { en: 'Moved', zh: '已转移' }, tone: 'good' },
] as const satisfies readonly Choice[];

export const assignmentStates = [
  { id: 0, label: { en: 'Pending', zh: '待分配' }, tone: 'warn' },
  { id: 1, label: { en: 'Assigned', zh: '已分配' }, tone: 'good' },
  { id: 8, label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const taskStates = [
  { id: 'running', label: { en: 'Issuing', zh: '签发中' }, tone: 'info' },
  { id: 'succeed', label: { en: 'Issued successfully', zh: '签发成功' }, tone: 'good' },
  { id: 'failed', label: { en: 'Issue failed', zh: '签发失败' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const sendFlags = [
  { id: 'standard', label: { en: 'Standard', zh: '标准' } },
  { id: 'dr', label: { en: 'Disaster recovery', zh: '容灾' } },
  { id: 'migration', label: { en: 'Migration', zh: '迁移' } },
  { id: 'failback', label: { en: 'Failback', zh: '回切' } },
] as const satisfies readonly Choice[];

export const mailStates = [
  { id: -1, label: { en: 'No address', zh: '无地址' }, tone: 'neutral' },
  { id: 0, label: { en: 'Sending', zh: '发送中' }, tone: 'info' },
  { id: 1, label: { en: 'Sent', zh: '发送成功' }, tone: 'good' },
  { id: 9, label: { en: 'Failed', zh: '发送失败' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const noticeModules = [
  { id: 'order', label: { en: 'Order', zh: '订单' } },
  { id: 'assignment', label: { en: 'Licence', zh: '许可' } },
  { id: 'allocation', label: { en: 'Application', zh: '申请' } },
] as const satisfies readonly Choice[];

/** SPEC 3: where an application comes from. */
export const applicationSources = [
  { id: 0, label: { en: 'QR scan', zh: '扫码申请' } },
  { id: 1, label: { en: 'Sub-user application', zh: '子用户申请' } },
  { id: 2, label: { en: 'Created by an administrator', zh: '管理员创建' } },
  { id: 3, label: { en: 'Third-party platform', zh: '第三方平台' } },
  { id: 4, label: { en: 'International test application', zh: '国际测试申请' } },
] as const satisfies readonly Choice[];

export const applicationStates = [
  { id: 0, label: { en: 'Pending', zh: '待处理' }, tone: 'warn' },
  { id: 1, label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
  { id: 8, label: { en: 'Withdrawn', zh: '已撤回' }, tone: 'neutral' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const subscriptionStates = [
  { id: 0, label: { en: 'Pending', zh: '待处理' }, tone: 'warn' },
  { id: 1, label: { en: 'Active', zh: '生效中' }, tone: 'good' },
  { id: 8, label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 9, label: { en: 'Expired', zh: '已过期' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const paymentStates = [
  { id: 0, label: { en: 'Open', zh: '待付款' }, tone: 'warn' },
  { id: 1, label: { en: 'Paid', zh: '已付款' }, tone: 'good' },
  { id: 8, label: { en: 'Refunded', zh: '已退款' }, tone: 'neutral' },
] as const satisfies readonly Choice[];

export const currencies = [
  { id: 'CNY', label: { en: 'CNY', zh: '人民币' } },
  { id: 'USD', label: { en: 'USD', zh: '美元' } },
  { id: 'EUR', label: { en: 'EUR', zh: '欧元' } },
] as const satisfies readonly Choice[];

export const oauthProviders = [
  { id: 'dingtalk', label: { en: 'DingTalk', zh: '钉钉' } },
] as const satisfies readonly Choice[];

export const results = [
  { id: 'done', label: { en: 'Done', zh: '成功' }, tone: 'good' },
  { id: 'denied', label: { en: 'Denied', zh: '已拒绝' }, tone: 'bad' },
  { id: 'failed', label: { en: 'Failed', zh: '失败' }, tone: 'warn' },
] as const satisfies readonly Choice[];

/** What can have happened to an order. */
export const timelineKinds = [
  { id: 'create', label: { en: 'Ordered', zh: '创建订单' }, tone: 'info' },
  { id: 'confirm', label: { en: 'Confirmed', zh: '销售确认' }, tone: 'info' },
  { id: 'approve', label: { en: 'Approved', zh: '审核通过' }, tone: 'good' },
  { id: 'reject', label: { en: 'Rejected by sales', zh: '销售拒绝' }, tone: 'bad' },
  { id: 'turn_down', label: { en: 'Rejected by operations', zh: '运营拒绝' }, tone: 'bad' },
  { id: 'cancel', label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 'allocate', label: { en: 'Allocated', zh: '分配许可' }, tone: 'info' },
  { id: 'issue', label: { en: 'Licence issued', zh: '许可已签发' }, tone: 'good' },
  { id: 'issue_failed', label: { en: 'Issue failed', zh: '签发失败' }, tone: 'bad' },
  { id: 'retry', label: { en: 'Issue tried again', zh: '重新签发' }, tone: 'info' },
  { id: 'give_up', label: { en: 'Allocation cancelled', zh: '取消分配' }, tone: 'neutral' },
  { id: 'withdraw', label: { en: 'Licence withdrawn', zh: '撤销许可' }, tone: 'bad' },
  { id: 'fail_back', label: { en: 'Failback licence issued', zh: '生成回切许可' }, tone: 'good' },
  { id: 'mail', label: { en: 'Mail sent', zh: '邮件已发送' }, tone: 'good' },
  { id: 'mail_failed', label: { en: 'Mail failed', zh: '邮件发送失败' }, tone: 'bad' },
  { id: 'reissue', label: { en: 'Reissue ordered', zh: '补发订单' }, tone: 'info' },
] as const satisfies readonly Choice[];

/** Period units in days (SPEC 3, R-UNIT-01). */
export const periodUnits = [
  { id: 1, days: 1, label: { en: 'day', zh: '天' } },
  { id: 2, days: 30, label: { en: 'month', zh: '月' } },
  { id: 3, days: 365, label: { en: 'year', zh: '年' } },
] as const satisfies readonly (Choice & { days: number })[];
