import { sendFlags } from '../choices/mail.ts';
import { meterings } from '../choices/product.ts';
import { admins, everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, list, reference, text } from '../schema/field/field.ts';
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
  form: [['product_id', 'metering'], 'send_flags', 'issuer', 'signing_key_id', 'comment'],
  embeddedIn: [{ entity: 'product', by: 'product_id', roles: admins }],
});
