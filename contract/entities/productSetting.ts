import { everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { file, text } from '../schema/field/field.ts';

const logoLimits = { maxMb: 0.25, maxPixels: 1024, types: ['image/png', 'image/webp'] } as const;

/** The name, the logo and the main colour of this console in each language (issue 35, section 6). */
export const productSetting = defineEntity({
  name: 'product_setting',
  path: 'setting/product',
  single: true,
  label: { en: 'Branding', zh: '品牌外观' },
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
    logo_en: file({
      label: { en: 'Logo for English', zh: '英文界面标识' },
      hint: {
        en: 'On the main colour, 32 pixels high, in place of the name: use the version for dark grounds. Export an SVG as PNG',
        zh: '以 32 像素高显示在主色背景上，代替名称，请使用适合深色背景的版本；SVG 请先导出为 PNG',
      },
      ...logoLimits,
    }),
    logo_zh: file({
      label: { en: 'Logo for Chinese', zh: '中文界面标识' },
      hint: {
        en: 'Empty: the other one holds for both languages',
        zh: '留空则两种语言使用同一标识',
      },
      ...logoLimits,
    }),
    colour_en: text({
      label: { en: 'Main colour for English', zh: '英文界面主色' },
      hint: {
        en: 'Such as #0b5cad, dark enough for white text; dark mode has a lighter shade of it',
        zh: '如 #0b5cad，须足以清晰显示白色文字；深色模式自动使用较浅的色调',
      },
      max: 7,
    }),
    colour_zh: text({
      label: { en: 'Main colour for Chinese', zh: '中文界面主色' },
      hint: {
        en: 'Empty: the other one holds for both languages',
        zh: '留空则两种语言使用同一主色',
      },
      max: 7,
    }),
  },
  access: {
    list: ['SuperAdmin'],
    edit: ['SuperAdmin'],
    rows: { SuperAdmin: everything },
  },
  list: { columns: ['name_en', 'name_zh', 'colour_en', 'colour_zh'] },
  form: [
    ['name_en', 'name_zh'],
    ['logo_en', 'logo_zh'],
    ['colour_en', 'colour_zh'],
  ],
  without: ['restore', 'export'],
  screens: [{ path: '/setting/product', roles: ['SuperAdmin'], menu: { group: 'setting', order: 75 } }],
});
