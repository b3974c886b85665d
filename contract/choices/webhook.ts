import type { Label } from '../messages/label.ts';
import type { Choice } from '../schema/field/options.ts';

/** The choices of webhooks and their deliveries (issue 34). */

/** Whether events are sent. One that keeps failing is switched off by the product. */
export const webhookStates = [
  { id: 1, label: { en: 'On', zh: '已启用' }, tone: 'good' },
  { id: 0, label: { en: 'Off', zh: '已停用' }, tone: 'neutral' },
  { id: 9, label: { en: 'Switched off after failures', zh: '因失败已自动停用' }, tone: 'bad' },
] as const satisfies readonly Choice[];

/** Why the product switched a webhook off. */
export const switchOffReasons = [
  { id: 'gone', label: { en: 'The receiver answered 410 (gone)', zh: '接收方返回 410（已不存在）' } },
  { id: 'failing', label: { en: 'It has failed for five days', zh: '已连续五天推送失败' } },
] as const satisfies readonly Choice[];

/** How the audit, the history and the timeline name what the product did for each of these reasons. */
export const switchOffActions = {
  switch_off_gone: {
    en: 'Switched off by the system: the receiver answered 410 (gone)',
    zh: '系统已自动停用：接收方返回 410（已不存在）',
  },
  switch_off_failing: {
    en: 'Switched off by the system: it had failed for five days',
    zh: '系统已自动停用：已连续五天推送失败',
  },
} as const satisfies Record<`switch_off_${(typeof switchOffReasons)[number]['id']}`, Label>;

/** The signatures of Standard Webhooks 1.0.0: by a shared secret, or by the product's own key. */
export const webhookSignatures = [
  { id: 'v1', label: { en: 'v1: shared secret (HMAC-SHA256)', zh: 'v1：共享密钥（HMAC-SHA256）' } },
  { id: 'v1a', label: { en: 'v1a: public key (Ed25519)', zh: 'v1a：公钥（Ed25519）' } },
] as const satisfies readonly Choice[];

export const deliveryStates = [
  { id: 0, label: { en: 'Waiting', zh: '待推送' }, tone: 'info' },
  { id: 1, label: { en: 'Delivered', zh: '已送达' }, tone: 'good' },
  { id: 2, label: { en: 'Trying again', zh: '重试中' }, tone: 'warn' },
  { id: 9, label: { en: 'Failed', zh: '推送失败' }, tone: 'bad' },
] as const satisfies readonly Choice[];

/** Why a delivery failed. */
export const deliveryErrors = [
  { id: 'timeout', label: { en: 'No answer in time', zh: '响应超时' } },
  { id: 'refused_address', label: { en: 'The address is not public', zh: '目标地址不是公网地址' } },
  { id: 'dns', label: { en: 'The host name was not found', zh: '无法解析主机名' } },
  { id: 'connection', label: { en: 'No connection', zh: '无法建立连接' } },
  { id: 'tls', label: { en: 'The certificate was not accepted', zh: '证书未通过校验' } },
  {
    id: 'redirect',
    label: { en: 'The answer was a redirect, which is not followed', zh: '返回重定向，系统不会跟随' },
  },
  { id: 'bad_status', label: { en: 'The answer was not 2xx', zh: '返回的状态码不是 2xx' } },
  { id: 'invalid_url', label: { en: 'The address is no longer allowed', zh: '该地址已不允许使用' } },
  { id: 'invalid_answer', label: { en: 'The answer is not HTTP', zh: '响应不符合 HTTP 规范' } },
] as const satisfies readonly Choice[];
