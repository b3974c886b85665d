import { filled, type Label, type Language } from './label.ts';

/**
 * What the product says when it refuses, in both languages, stated once for the form and the server.
 * A message travels as `key?name=value` until it meets a reader.
 */
export const messages = {
  required: { en: 'The current item cannot be empty', zh: '当前项不能为空' },
  mail: { en: 'Email format is incorrect', zh: '邮箱格式不正确' },
  phone: { en: 'Phone number format is incorrect', zh: '电话号码格式不正确' },
  text: { en: 'This item must be text', zh: '该项必须是文本' },
  integer: { en: 'Enter a whole number', zh: '请输入整数' },
  boolean: { en: 'Choose yes or no', zh: '请选择是或否' },
  choice: { en: 'Choose one of the offered values', zh: '请选择所列选项之一' },
  date_time: { en: 'Enter a date and time', zh: '请输入日期时间' },
  time: { en: 'Hours, minutes and seconds: 23:59:59', zh: '时:分:秒，如 23:59:59' },
  object: { en: 'This item has the wrong shape', zh: '该项格式不正确' },
  min: { en: 'The smallest allowed value is {value}', zh: '最小值为 {value}' },
  max: { en: 'The largest allowed value is {value}', zh: '最大值为 {value}' },
  min_length: { en: 'At least {value} {value|character|characters}', zh: '至少 {value} 个字符' },
  max_length: { en: 'At most {value} {value|character|characters}', zh: '最多 {value} 个字符' },
  max_items: { en: 'At most {value} {value|entry|entries}', zh: '最多 {value} 项' },
  letters: { en: 'Only letters A to Z', zh: '只能使用英文字母' },
  login_name: {
    en: '3 to 30 characters: letters, digits and . _ @ -',
    zh: '3 到 30 个字符：字母、数字及 . _ @ -',
  },
  one_line: { en: 'Line breaks and control characters are not allowed', zh: '不允许换行或控制字符' },
  unknown_field: { en: 'This item is not known here', zh: '此处没有该项' },
  not_writable: { en: 'You may not set this item', zh: '您不能设置该项' },
  not_found_reference: { en: 'The chosen record does not exist or is not yours', zh: '所选记录不存在或不属于您' },
  taken: { en: 'This value is already in use', zh: '该值已被使用' },
  unknown_parameter: { en: 'Unknown parameter: {name}', zh: '未知参数：{name}' },
  repeated_parameter: { en: 'Parameter given twice: {name}', zh: '参数重复：{name}' },
  bad_parameter: { en: 'Bad value for parameter {name}', zh: '参数 {name} 的值不正确' },
  too_many_rows: { en: 'More than 5,000 rows: narrow the list', zh: '超过 5,000 行，请缩小范围' },
  not_json: { en: 'The body is not valid JSON', zh: '请求内容不是有效的 JSON' },
  too_large: { en: 'The request is too large', zh: '请求内容过大' },
  signed_out: { en: 'Your session has ended, please sign in again', zh: '登录已失效，请重新登录' },
  forbidden: { en: 'You have no permission for this operation', zh: '您没有此操作的权限' },
  not_found: { en: 'Requested resource not found', zh: '请求的资源不存在' },
  method: { en: 'This method is not offered here', zh: '此处不支持该请求方法' },
  too_many: { en: 'Too many requests, please wait a moment', zh: '请求过于频繁，请稍候' },
  busy: { en: 'The server is busy, please try again in a moment', zh: '服务器繁忙，请稍后重试' },
  stopping: { en: 'The server is being restarted, please try again in a moment', zh: '服务器正在重启，请稍后重试' },
  disk_full: {
    en: 'The server has no space left and has saved nothing; please tell its administrator',
    zh: '服务器存储空间不足，未保存任何内容，请联系管理员',
  },
  server: { en: 'Internal server error', zh: '服务器内部错误' },
  stale: { en: 'The record has changed meanwhile, please reload', zh: '记录已被修改，请刷新后重试' },
  wrong_state: { en: 'This step is not possible in the present state', zh: '当前状态不允许此操作' },
  in_use: { en: 'It is in use and cannot be deleted', zh: '该记录正被使用，不能删除' },
  invalid: { en: 'Please check the marked items', zh: '请检查标记的项目' },
  login_failed: { en: 'User name or password is incorrect', zh: '用户名或密码错误' },
  login_locked: {
    en: 'Too many failed attempts, try again in {minutes} {minutes|minute|minutes}',
    zh: '失败次数过多，请在 {minutes} 分钟后重试',
  },
  tutelage: {
    en: 'This account is managed by your sales contact and cannot sign in',
    zh: '该账号由销售托管，不能登录',
  },
  demo_account: {
    en: 'This account of the demo is closed here; `npm run admin -- close-demo` takes its known password away',
    zh: '演示账号在此不可登录；运行 `npm run admin -- close-demo` 可清除其公开密码',
  },
  password_weak: {
    en: '8 to 64 characters with a letter and a digit, and not a common password',
    zh: '8 到 64 个字符，须含字母和数字，且不能是常见密码',
  },
  password_old: { en: 'The old password is not right', zh: '原密码不正确' },
  password_own: {
    en: 'Change your own password with the old one, in your account menu',
    zh: '请在账号菜单中凭原密码修改自己的密码',
  },
  password_same: { en: 'The new password must differ from the old one', zh: '新密码不能与原密码相同' },
  password_repeat_empty: { en: 'Please enter the new password again', zh: '请再次输入新密码' },
  password_repeat: { en: 'The repeated password is not right', zh: '两次输入的新密码不一致' },
  password_differs: { en: 'Two inconsistencies in password input!', zh: '两次输入密码不一致！' },
  acting_password: { en: 'The password cannot be changed while acting', zh: '代办期间不能修改密码' },
  period_required: { en: 'Both periods are needed', zh: '请填写分配期限和使用期限' },
  confirmer_approves: { en: 'Who confirmed an order cannot approve it', zh: '确认人不能审批同一订单' },
  enterprise_not_approved: { en: 'The enterprise is not approved', zh: '企业未通过审核' },
  enterprise_without_sales: { en: 'The enterprise needs a sales owner first', zh: '企业须先指定销售负责人' },
  code_frozen: { en: 'The code cannot change after approval', zh: '审核通过后编码不可修改' },
  product_not_granted: { en: 'The enterprise has no such product', zh: '该企业未开通此产品' },
  products_of_enterprise: {
    en: 'Products are granted with a user of an enterprise alone',
    zh: '仅创建企业用户时可开通产品',
  },
  product_not_held: { en: 'You do not hold this product', zh: '您没有此产品的销售权限' },
  user_not_of_enterprise: { en: 'The user does not belong to the enterprise', zh: '该用户不属于所选企业' },
  parent_only_reissue: { en: 'Only a reissue has an original order', zh: '只有补发订单才有原订单' },
  original_needed: { en: 'Choose the original order', zh: '请选择原订单' },
  original_unfit: { en: 'This order cannot be reissued', zh: '该订单不可补发' },
  over_original: {
    en: 'At most {value}: what is left of the original order',
    zh: '最多 {value}，即原订单的剩余可补发数量',
  },
  failback_service: { en: 'Failback is for disaster recovery products only', zh: '仅容灾产品可选择回切服务' },
  trial_open: { en: 'A trial of this product is already open', zh: '该产品已有进行中的试用' },
  trial_period: { en: 'A trial lasts at most 90 days', zh: '试用期最长 90 天' },
  order_pending: { en: 'The order is not approved', zh: '订单尚未审批通过' },
  order_expired: { en: 'The order has expired', zh: '订单已过期' },
  order_used_up: { en: 'No hosts are left', zh: '可用数量已用完' },
  failback_unfit: { en: 'Only a disaster recovery licence has a failback licence', zh: '仅容灾许可可生成回切许可' },
  failback_bound: { en: 'Another failback key is bound to this licence', zh: '该许可已绑定其他回切码' },
  order_tied: { en: 'This order is tied to other projects', zh: '该订单已关联其他项目' },
  tie_unfit: { en: 'The order is of another enterprise or product', zh: '订单的企业或产品与项目不符' },
  test_project_trial: { en: 'A test project is served by trial orders only', zh: '测试项目只能使用试用订单' },
  test_project_needed: { en: 'Applications of this source go to test projects', zh: '此来源的申请只能用于测试项目' },
  not_enough_orders: { en: 'The orders at hand have only {value} left', zh: '可用订单仅剩 {value}' },
  over_application: { en: 'The application asks for {value}', zh: '申请数量为 {value}' },
  link_invalid: { en: 'This link does not hold any more', zh: '该链接无效或已过期' },
  auto_renew_confirm: { en: 'Type Yes to confirm', zh: '请输入 Yes 以确认' },
  period_order: { en: 'The end must lie after the start', zh: '结束时间须晚于开始时间' },
  send_flag_closed: { en: 'The product does not allow this send type', zh: '该产品不允许此发送类型' },
  signing_key_unknown: { en: 'There is no such signing key', zh: '签名密钥不存在' },
  enterprise_other: { en: 'Choose another enterprise', zh: '请选择其他企业' },
  project_in_use: { en: 'The project has live licences', zh: '项目仍有有效许可' },
  not_while_acting: { en: 'This is not possible while acting', zh: '代办期间不能进行此操作' },
  oauth_off: { en: 'DingTalk is not set up here', zh: '未启用钉钉登录' },
  oauth_state: { en: 'This sign-in has expired, please start again', zh: '登录请求已失效，请重新开始' },
  oauth_refused: { en: 'DingTalk did not accept the code', zh: '钉钉授权码无效' },
  oauth_failed: { en: 'DingTalk cannot be reached, please try again', zh: '暂时无法连接钉钉，请稍后重试' },
  oauth_unbound: { en: 'This DingTalk account is bound to nobody', zh: '该钉钉账号未绑定用户' },
  oauth_taken: { en: 'This DingTalk account is bound to another user', zh: '该钉钉账号已绑定其他用户' },
  uri_foreign: { en: 'The return address must be a page of this console', zh: '返回地址须为本系统页面' },
  licence_unknown: { en: 'The licence is not valid here', zh: '许可无效' },
  too_deep: { en: 'The body is nested too deeply', zh: '请求内容嵌套过深' },
  repeated_item: { en: 'This item is given twice', zh: '该项重复' },
  over_available: { en: 'Only {value} {value|is|are} available', zh: '可用数量仅剩 {value}' },
  order_not_for_project: { en: 'This order does not serve the project', zh: '该订单不适用于此项目' },
  order_twice: { en: 'The same order is given twice', zh: '同一订单重复选择' },
  project_not_effective: { en: 'The project is not effective', zh: '项目未生效' },
  project_key_needed: { en: 'The project needs its licence key first', zh: '项目须先填写授权码' },
  no_self_service: { en: 'Licence allocation is not open to this account', zh: '该账号未开通自助分配' },
  too_many_recipients: { en: 'At most three recipients', zh: '最多三个收件人' },
  mail_missing: { en: 'There is no address to send to', zh: '没有收件地址' },
  mail_daily_limit: { en: 'At most 20 extra mails a day for one licence', zh: '每个许可每天最多发送 20 封自定义邮件' },
  not_issued: { en: 'The licence has not been issued', zh: '许可尚未签发' },
  not_failed: { en: 'Only a failed issue can be retried', zh: '仅签发失败的许可可以重试' },
  issue_running: { en: 'The licence is being issued', zh: '许可正在签发中' },
  reason_not_approved: { en: 'Not approved', zh: '未审批通过' },
  reason_expired: { en: 'Expired', zh: '已过期' },
  reason_used_up: { en: 'No hosts left', zh: '数量已用完' },
  reason_enterprise: { en: 'Enterprise not approved', zh: '企业未通过审核' },
  oneself: { en: 'You cannot delete your own account', zh: '不能删除自己的账号' },
  last_admin: { en: 'The last administrator stays', zh: '须保留最后一位管理员' },
  role_above: { en: 'You may not manage this role', zh: '您不能管理该角色' },
  idempotency: { en: 'This request key was used with another body', zh: '该请求标识已用于其他内容' },
} as const satisfies Record<string, Label>;

export type MessageKey = keyof typeof messages;

/** A message with its values, still without a language. */
export function message(key: MessageKey, values?: Record<string, string | number>): string {
  return values ? `${key}?${new URLSearchParams(Object.entries(values).map(([k, v]) => [k, String(v)]))}` : key;
}

/** The text of a message in a language; a text that is no message key is given back as it is. */
export function translateMessage(text: string, language: Language): string {
  const [key = '', query] = text.split('?', 2);
  const label: Label | undefined = Object.hasOwn(messages, key) ? messages[key as MessageKey] : undefined;
  if (!label) return text;
  const values = new URLSearchParams(query);
  return filled(label[language], (name) => values.get(name) ?? undefined);
}
