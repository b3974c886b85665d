import { seatRules } from '../choices/activation.ts';
import { reminderDays } from '../choices/assignment.ts';
import { sendFlags } from '../choices/mail.ts';
import { meterings } from '../choices/product.ts';
import { admins, everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, integer, list, reference, text } from '../schema/field/field.ts';
import { comment } from './shared/sharedFields.ts';

/**
 * How a product's licences are issued (B19): the metering, the mails that may be sent, and who signs with which key.
 */
export const productLicense = defineEntity({
  name: 'product_license',
  path: 'product/license',
  label: { en: 'Issuing profile', zh: '签发配置' },
  labels: { en: 'Issuing profiles', zh: '签发配置' },
  title: ['product.name'],
  icon: 'licence',
  fields: {
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      required: true,
      unique: true,
      createOnly: true,
      embed: ['id', 'name', 'code'],
      alsoAs: { metering: 'metering' },
    }),
    metering: choice(meterings, { label: { en: 'Metering', zh: '计量方式' }, inputOnly: true }),
    send_flags: list(choice(sendFlags, { label: { en: 'Send type', zh: '发送类型' }, required: true }), {
      label: { en: 'Send types', zh: '可用发送类型' },
      max: 4,
    }),
    issuer: text({
      label: { en: 'Issuer', zh: '签发方' },
      max: 200,
      hint: { en: 'The address of this console by default', zh: '默认为本系统地址' },
    }),
    signing_key_id: text({
      label: { en: 'Signing key', zh: '签名密钥' },
      max: 64,
      code: true,
      hint: { en: 'The current key by default', zh: '默认使用当前密钥' },
    }),
    activation: boolean({
      label: { en: 'Activation', zh: '激活' },
      hint: {
        en: 'Machines activate the licence and renew a lease; each takes one seat of its quantity',
        zh: '设备须激活许可并续租，每台占用一个席位',
      },
      default: false,
    }),
    lease_hours: integer({
      label: { en: 'Lease (hours)', zh: '租约时长（小时）' },
      hint: {
        en: 'For how long a machine works without contact; 168 are a week',
        zh: '设备离线可用的时长，168 为一周',
      },
      default: 168,
      min: 1,
      max: 2160,
      shownWhen: { activation: true },
    }),
    seat_rule: choice(seatRules, {
      label: { en: 'Beyond the quantity', zh: '超出数量时' },
      default: 'refuse',
      shownWhen: { activation: true },
    }),
    relay: boolean({
      label: { en: 'Relays', zh: '中继' },
      hint: {
        en: 'Customers may lease seats on their own sites, in networks that have no way out',
        zh: '客户可在与外界隔离的网络中自行出租席位',
      },
      default: false,
      shownWhen: { activation: true },
    }),
    relay_days: integer({
      label: { en: 'Delegation (days)', zh: '委派时长（天）' },
      hint: {
        en: 'For how long a relay works without contact; its seats are not free before',
        zh: '中继离线可用的时长，期间席位不会释放',
      },
      default: 30,
      min: 1,
      max: 366,
      shownWhen: { relay: true },
    }),
    monthly_releases: integer({
      label: { en: 'Releases by customers a month', zh: '客户每月可解除的次数' },
      hint: { en: 'For lost machines, by licence', zh: '用于丢失的设备，按许可计' },
      default: 5,
      min: 0,
      max: 10_000,
      shownWhen: { activation: true },
    }),
    reminder_days: list(choice(reminderDays, { label: { en: 'Reminder', zh: '提醒' }, required: true }), {
      label: { en: 'Reminders of the end', zh: '到期提醒' },
      hint: {
        en: 'To the enterprise, the user of the licence and the sales owner, by bell and e-mail',
        zh: '以站内消息和邮件发送给企业、许可使用者和销售负责人',
      },
      max: reminderDays.length,
    }),
    comment,
  },
  access: {
    list: admins,
    create: admins,
    edit: admins,
    remove: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything },
  },
  list: {
    columns: ['product_id', 'issuer', 'signing_key_id', 'created_at'],
    filters: ['product_id'],
    search: ['product.name', 'product.code', 'issuer'],
    range: 'created_at',
  },
  form: [
    ['product_id', 'metering'],
    'send_flags',
    'issuer',
    'signing_key_id',
    ['activation', 'seat_rule'],
    ['lease_hours', 'monthly_releases'],
    ['relay', 'relay_days'],
    'reminder_days',
    'comment',
  ],
  embeddedIn: [{ entity: 'product', by: 'product_id', roles: admins }],
});
