import type { Choice } from '../schema/field/options.ts';

/** The choices of an order and their labels (SPEC 3, 4, 9). */

export const orderTypes = [
  { id: 1001, label: { en: 'New purchase', zh: '新购' }, tone: 'info' },
  { id: 1002, label: { en: 'Reissue', zh: '补发' }, tone: 'neutral' },
  { id: 1003, label: { en: 'Trial', zh: '试用' }, tone: 'neutral' },
  { id: 1004, label: { en: 'Pay as you go', zh: '按量付费' }, tone: 'neutral' },
] as const satisfies readonly Choice[];

export const orderStates = [
  { id: 0, label: { en: 'Pending confirmation', zh: '待确认' }, tone: 'warn' },
  { id: 1, label: { en: 'Pending review', zh: '待审批' }, tone: 'info' },
  { id: 2, label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
  { id: 8, label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const orderUses = [
  { id: 0, label: { en: 'Not active', zh: '未生效' }, tone: 'neutral' },
  { id: 1, label: { en: 'Ready to allocate', zh: '可分配' }, tone: 'good' },
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
  { id: 'entity', label: { en: 'Physical seal', zh: '实体章' } },
  { id: 'digital', label: { en: 'Electronic seal', zh: '电子章' } },
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
