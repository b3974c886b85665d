import { everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { text } from '../schema/field/field.ts';

/** The name of this console in each language (issue 35, section 6). */
export const productSetting = defineEntity({
  name: 'product_setting',
  path: 'setting/product',
  single: true,
  label: { en: 'Product name', zh: '产品名称' },
  title: 'id',
  icon: 'product',
  fields: {
    name_en: text({
      label: { en: 'Name in English', zh: '英文名称' },
      hint: {
        en: 'On the login page, in the menu, in the title of the window and in e-mails; empty: the product’s own name',
        zh: '显示在登录页、菜单、窗口标题和邮件中；留空则使用默认名称',
      },
      max: 30,
    }),
    name_zh: text({
      label: { en: 'Name in Chinese', zh: '中文名称' },
      hint: {
        en: 'For people who use the console in Chinese',
        zh: '用于中文界面和中文邮件',
      },
      max: 30,
    }),
  },
  access: {
    list: ['SuperAdmin'],
    edit: ['SuperAdmin'],
    rows: { SuperAdmin: everything },
  },
  list: { columns: ['name_en', 'name_zh'] },
  form: [['name_en', 'name_zh']],
  without: ['restore', 'export'],
  screens: [{ path: '/setting/product', roles: ['SuperAdmin'], menu: { group: 'setting', order: 75 } }],
});
