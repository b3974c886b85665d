import { filled, type Label, type Language } from './label.ts';

/** What the bell says (C9), in both languages. */
export const notices = {
  order_created: { en: 'Order {code} waits for your confirmation', zh: '订单 {code} 待您确认' },
  order_confirmed: { en: 'Order {code} waits for review', zh: '订单 {code} 待审核' },
  order_approved: { en: 'Order {code} has been approved', zh: '订单 {code} 已通过审核' },
  order_rejected: { en: 'Order {code} has been rejected', zh: '订单 {code} 已被拒绝' },
  order_cancelled: { en: 'Order {code} has been cancelled', zh: '订单 {code} 已取消' },
  licence_issued: { en: 'The licence for {project} has been issued', zh: '项目 {project} 的许可已签发' },
  licence_failed: { en: 'Issuing the licence for {project} failed', zh: '项目 {project} 的许可签发失败' },
  licence_expiring: {
    en: 'The licence for {project} ends in {days} {days|day|days}',
    zh: '项目 {project} 的许可将在 {days} 天后到期',
  },
  application_filed: { en: 'A new application for {project}', zh: '项目 {project} 有新的许可申请' },
  application_approved: {
    en: 'Your application for {project} has been approved',
    zh: '您对项目 {project} 的申请已通过',
  },
  application_rejected: {
    en: 'Your application for {project} has been rejected',
    zh: '您对项目 {project} 的申请已被拒绝',
  },
  admin_created: { en: 'A new administrator was created: {name}', zh: '新增管理员：{name}' },
} as const satisfies Record<string, Label>;

export type NoticeKey = keyof typeof notices;

/** The title of a notice in the reader's language. */
export function noticeTitle(key: string, values: Readonly<Record<string, unknown>>, language: Language): string {
  const label: Label | undefined = Object.hasOwn(notices, key) ? notices[key as NoticeKey] : undefined;
  return label ? filled(label[language], (name) => String(values[name] ?? '')) : key;
}
