import type { Choice } from '../field.ts';

/** The choices of an order (SPEC 3, 4, 9), with how they read. */

export const orderTypes = [
  { id: 1001, label: { en: 'New purchase', zh: '新购' }, tone: 'info' },
  { id: 1002, label: { en: 'Reissue', zh: '补发' }, tone: 'neutral' },
  { id: 1003, label: { en: 'Trial', zh: '试用' }, tone: 'neutral' },
  { id: 1004, label: { en: 'Pay as you go', zh: '按量付费' }, tone: 'neutral' },
] as const satisfies readonly Choice[];

export const orderStates = [
  { id: 0, label: { en: 'Pending confirmation', zh: '待确认' }, tone: 'warn' },
  { id: 1, label: { en: 'Pending review', zh: '待审批' }, tone: 'info' },
  { id: 2, label: { en: 'Approved', zh: '审批通过' }, tone: 'good' },
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

/** What can have happened to an order. */
export const timelineKinds = [
  { id: 'create', label: { en: 'Ordered', zh: '创建订单' }, tone: 'info' },
  { id: 'confirm', label: { en: 'Confirmed', zh: '销售确认' }, tone: 'info' },
  { id: 'approve', label: { en: 'Approved', zh: '审批通过' }, tone: 'good' },
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
