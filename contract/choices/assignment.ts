import type { Choice } from '../schema/field/options.ts';

/** The choices of a licence and their labels (SPEC 3, 4, 9). */

export const assignmentStates = [
  { id: 0, label: { en: 'Pending', zh: '待分配' }, tone: 'warn' },
  { id: 1, label: { en: 'Assigned', zh: '已分配' }, tone: 'good' },
  { id: 8, label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

/** Why a licence will not be renewed (issue 36). */
export const declineReasons = [
  { id: 'unused', label: { en: 'No longer needed', zh: '不再需要' } },
  { id: 'ended', label: { en: 'The project has ended', zh: '项目已结束' } },
  { id: 'replaced', label: { en: 'Replaced by another product', zh: '改用其他产品' } },
  { id: 'price', label: { en: 'Price', zh: '价格原因' } },
  { id: 'other', label: { en: 'Other', zh: '其他' } },
] as const satisfies readonly Choice[];

/** Why no order follows although more is used than was bought (issue 36). */
export const useReasons = [
  { id: 'agreed', label: { en: 'Agreed with the customer', zh: '已与客户约定' } },
  { id: 'peak', label: { en: 'A short peak', zh: '短时高峰' } },
  { id: 'test', label: { en: 'A test or a move', zh: '测试或迁移' } },
  { id: 'reduces', label: { en: 'The customer uses less soon', zh: '客户将减少使用' } },
  { id: 'other', label: { en: 'Other', zh: '其他' } },
] as const satisfies readonly Choice[];

/** How many days before its end a licence's holders may be reminded. */
export const reminderDays = [
  { id: 90, label: { en: '90 days before', zh: '提前 90 天' } },
  { id: 60, label: { en: '60 days before', zh: '提前 60 天' } },
  { id: 30, label: { en: '30 days before', zh: '提前 30 天' } },
  { id: 7, label: { en: '7 days before', zh: '提前 7 天' } },
  { id: 1, label: { en: '1 day before', zh: '提前 1 天' } },
] as const satisfies readonly Choice[];

export const taskStates = [
  { id: 'running', label: { en: 'Issuing', zh: '签发中' }, tone: 'info' },
  { id: 'succeed', label: { en: 'Issued successfully', zh: '签发成功' }, tone: 'good' },
  { id: 'failed', label: { en: 'Issuing failed', zh: '签发失败' }, tone: 'bad' },
] as const satisfies readonly Choice[];
