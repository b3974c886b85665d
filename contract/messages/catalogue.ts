import { groupDecimalDigits } from '../lib/groupDigits.ts';
import { moneyText } from '../lib/money.ts';
import { fillPlaceholders, type Label, type Language } from './label.ts';

/**
 * The messages of refusals, in both languages, shared by the form and the server.
 * A message is passed on as `key?name=value` and translated for its reader.
 */
export const messages = {
  required: { en: 'The current item cannot be empty', zh: '当前项不能为空' },
  required_before_step: {
    en: 'This step needs it: edit the record and fill it in first',
    zh: '此步骤需要该项，请先编辑记录并填写',
  },
  set_by_environment: { en: 'Set by the environment: {variable}', zh: '由环境变量 {variable} 设定，此处不可更改' },
  mail_sender: {
    en: 'Enter a name and an address such as Licence console <licence@example.com>',
    zh: '请输入名称和邮箱地址，如：许可管理系统 <licence@example.com>',
  },
  smtp_host: {
    en: 'Enter the name of the e-mail server alone, such as smtp.example.com',
    zh: '请只输入邮件服务器的主机名，如 smtp.example.com',
  },
  dingtalk_refused: {
    en: 'DingTalk does not know this client ID with this secret: copy both from the page of the app at open.dingtalk.com',
    zh: '钉钉不接受该 Client ID 与 Client Secret，请从钉钉开放平台的应用页面重新复制',
  },
  dingtalk_secret_again: {
    en: 'Enter the client secret again, since the client ID has changed',
    zh: 'Client ID 已更改，请重新输入 Client Secret',
  },
  smtp_password_again: {
    en: 'Enter the password again, since the server or the user has changed',
    zh: '服务器或用户名已更改，请重新输入密码',
  },
  mail_test_no_address: {
    en: 'Your account has no contact e-mail to send to: an administrator can enter one at your user',
    zh: '您的账号未填写联系邮箱，请由管理员在用户信息中填写后再试',
  },
  mail_test_login: {
    en: 'The e-mail server refused the user name or the password. It answered: {answer}',
    zh: '邮件服务器拒绝了用户名或密码，其答复为：{answer}',
  },
  mail_test_unreachable: {
    en: 'The e-mail server cannot be reached. Check its name, the port and the encryption. The reason: {answer}',
    zh: '无法连接邮件服务器，请检查服务器地址、端口和加密方式。原因：{answer}',
  },
  mail_test_encryption: {
    en: 'The e-mail server does not offer this encryption, or its certificate is not trusted. The reason: {answer}',
    zh: '邮件服务器不支持所选加密方式，或其证书不受信任。原因：{answer}',
  },
  mail_test_refused: {
    en: 'The e-mail server refused the e-mail. Check the sender. It answered: {answer}',
    zh: '邮件服务器拒收该邮件，请检查发件人。其答复为：{answer}',
  },
  not_shown: { en: 'Leave this empty with the other values as they are', zh: '其他项取当前值时，此项须留空' },
  read_only_now: {
    en: 'This can no longer be changed in the present state of the record',
    zh: '记录处于当前状态时，此项不能修改',
  },
  mail: { en: 'Email format is incorrect', zh: '邮箱格式不正确' },
  one_language: { en: 'Fill in at least one language', zh: '请至少填写一种语言' },
  both_languages: { en: 'Fill in both languages', zh: '请填写两种语言' },
  phone: { en: 'Phone number format is incorrect', zh: '电话号码格式不正确' },
  url: {
    en: 'Enter an address with http:// or https://, a host name, and no user name or password',
    zh: '请输入以 http:// 或 https:// 开头的网址，须含主机名，且不含用户名和密码',
  },
  tag: { en: 'A tag cannot contain commas or line breaks', zh: '标签不能包含逗号或换行' },
  json: { en: 'Enter an object or a list as JSON', zh: '请输入 JSON 对象或数组' },
  json_line: { en: 'This is not valid JSON: check line {line}', zh: '不是有效的 JSON，请检查第 {line} 行' },
  json_repeated: {
    en: 'The name “{name}” occurs twice in one object: remove one of the two',
    zh: '同一对象中名称“{name}”出现了两次，请删除其中一个',
  },
  json_kept: {
    en: 'At most {value} {value|level|levels} deep, without characters that cannot be stored',
    zh: '最多嵌套 {value} 层，且不能包含无法存储的字符',
  },
  file: { en: 'Choose a file', zh: '请选择文件' },
  file_pending: { en: 'Wait until the upload has finished', zh: '请等待上传完成' },
  file_empty: { en: 'The file is empty', zh: '文件为空' },
  file_large: { en: 'The file is larger than {size}', zh: '文件超过 {size}' },
  picture_large: {
    en: 'The picture has {width} × {height} {height|pixel|pixels}. Make it at most {value} wide and high, and choose it again',
    zh: '图片为 {width} × {height} 像素，宽高均不得超过 {value} 像素，请缩小后重新选择',
  },
  picture_broken: {
    en: 'The picture is damaged: export it again, and choose the new file',
    zh: '图片已损坏，请重新导出后选择新文件',
  },
  colour_form: {
    en: 'Write the colour as # and six digits or letters from a to f, such as #0b5cad',
    zh: '请以 # 加六位数字或字母 a 至 f 填写颜色，如 #0b5cad',
  },
  colour_contrast: {
    en: 'White text is hard to read on this colour (contrast {contrast} instead of 4.5). Choose a darker one, such as {darker}',
    zh: '该颜色上的白色文字难以辨认（对比度 {contrast}，应不低于 4.5），请选择更深的颜色，如 {darker}',
  },
  file_type: {
    en: 'Only files of these types: {types}. Export yours as one of them, and choose that file',
    zh: '仅支持以下类型的文件：{types}，请导出为其中一种后重新选择',
  },
  file_gone: { en: 'This upload has expired: choose the file again', zh: '上传的文件已失效，请重新选择' },
  file_import: {
    en: 'Files cannot be imported: add them to the record afterwards',
    zh: '文件不能导入，请在记录中单独上传',
  },
  upload_broken: { en: 'The upload was interrupted: please try again', zh: '上传中断，请重试' },
  uploads_open: {
    en: 'You have {value} {value|upload|uploads} that no saved record uses yet: save the record, or wait a day',
    zh: '您有 {value} 个未保存的上传文件，请先保存记录或一天后再试',
  },
  text: { en: 'This item must be text', zh: '该项必须是文本' },
  integer: { en: 'Enter a whole number', zh: '请输入整数' },
  amount: { en: 'Enter an amount, such as 12.50', zh: '请输入金额，如 12.50' },
  amount_in: {
    en: 'Enter an amount in {currency} with at most {digits} decimal {digits|place|places}',
    zh: '请输入 {currency} 金额，小数点后最多 {digits} 位',
  },
  amount_whole: { en: 'Enter a whole amount in {currency}', zh: '请输入 {currency} 整数金额' },
  amount_of_no_currency: { en: 'Give the currency of this amount first', zh: '请先填写该金额的币种' },
  minor_units: {
    en: 'Send an amount as a whole number of minor units (cents, fen), such as 1250 for 12.50',
    zh: '金额须为以最小货币单位（如分）计的整数，如 12.50 应为 1250',
  },
  amount_as_text: {
    en: 'Send an amount as a whole number of minor units: {sent} for {text}',
    zh: '金额须为以最小货币单位计的整数：{text} 应为 {sent}',
  },
  decimal: {
    en: 'Enter a number with at most {digits} {digits|digit|digits} before and {scale} after the decimal point',
    zh: '请输入数字，小数点前最多 {digits} 位，小数点后最多 {scale} 位',
  },
  decimal_text: {
    en: 'Write the number as a text, such as "{sent}": a number of JSON is not exact',
    zh: '请将数字写为文本，如 "{sent}"：JSON 的数字并不精确',
  },
  date: { en: 'Enter a date, such as 2026-01-31', zh: '请输入日期，如 2026-01-31' },
  boolean: { en: 'Choose yes or no', zh: '请选择是或否' },
  choice: { en: 'Choose one of the offered values', zh: '请选择所列选项之一' },
  too_late: {
    en: 'This date is too late: choose an earlier one',
    zh: '日期过晚，请选择更早的日期',
  },
  date_time: { en: 'Enter a date and time', zh: '请输入日期时间' },
  time: { en: 'Enter hours, minutes and seconds, such as 23:59:59', zh: '时:分:秒，如 23:59:59' },
  object: { en: 'This item has the wrong shape', zh: '该项格式不正确' },
  min: { en: 'The smallest allowed value is {value}', zh: '最小值为 {value}' },
  max: { en: 'The largest allowed value is {value}', zh: '最大值为 {value}' },
  step: {
    en: 'Enter a multiple of {value}; the nearest ones are {below} and {above}',
    zh: '请填写 {value} 的倍数，最接近的是 {below} 和 {above}',
  },
  step_nearest: {
    en: 'Enter a multiple of {value}; the nearest one is {nearest}',
    zh: '请填写 {value} 的倍数，最接近的是 {nearest}',
  },
  min_of: { en: 'The smallest allowed value is {value} {unit}', zh: '最小值为 {value} {unit}' },
  max_of: { en: 'The largest allowed value is {value} {unit}', zh: '最大值为 {value} {unit}' },
  min_amount: { en: 'The smallest allowed amount is {amount}', zh: '最小金额为 {amount}' },
  max_amount: { en: 'The largest allowed amount is {amount}', zh: '最大金额为 {amount}' },
  min_length: { en: 'At least {value} {value|character|characters}', zh: '至少 {value} 个字符' },
  max_length: { en: 'At most {value} {value|character|characters}', zh: '最多 {value} 个字符' },
  max_items: { en: 'At most {value} {value|entry|entries}', zh: '最多 {value} 项' },
  letters: { en: 'Only letters A to Z', zh: '只能使用英文字母' },
  capitals: { en: 'Only capital letters A to Z, digits and . _ / -', zh: '只能使用大写英文字母、数字和 . _ / -' },
  login_name: {
    en: '3 to 30 characters: letters, digits and . _ @ -',
    zh: '3 到 30 个字符：字母、数字及 . _ @ -',
  },
  line_break: { en: 'Only one line: remove the line break {at}', zh: '只能填写一行，请删除{at}的换行' },
  refused_character: {
    en: 'Remove the character {code} {at}: it is not allowed',
    zh: '请删除{at}的字符 {code}，该字符不允许使用',
  },
  one_line: { en: 'Line breaks and invisible characters are not allowed', zh: '不允许换行或不可见字符' },
  unknown_field: { en: 'This item is not known here', zh: '此处没有该项' },
  set_when_created: {
    en: 'This is set when the record is created and cannot be changed later',
    zh: '该项在新建时填写，之后不能修改',
  },
  not_writable: { en: 'You may not set this item', zh: '您不能设置该项' },
  several_records: {
    en: 'Several records have this name: enter the code or the number',
    zh: '有多条记录使用该名称，请填写编码或编号',
  },
  not_found_reference: { en: 'The chosen record does not exist or is not yours', zh: '所选记录不存在或不属于您' },
  not_offered: {
    en: 'This record cannot be chosen here: choose one of those offered',
    zh: '此处不能选择该记录，请选择所列的记录之一',
  },
  not_shared: {
    en: 'This record has another value under “{name}”: choose one with the same',
    zh: '该记录的“{name}”与此处不同，请选择与此处相同的记录',
  },
  repeated_key: { en: 'Another row of the file has the same value', zh: '文件中另有一行的值与此相同' },
  repeated_keys: { en: 'Another row of the file has the same values', zh: '文件中另有一行的各项值与此相同' },
  named_twice: { en: 'This record is listed twice', zh: '该记录在此重复出现' },
  other_enterprise: { en: 'The chosen record belongs to another enterprise', zh: '所选记录属于其他企业' },
  name_like: { en: 'This name is too similar to another user’s', zh: '该用户名与其他用户名过于相似' },
  taken: { en: 'This value is already in use', zh: '该值已被使用' },
  used_together: { en: 'There is already one with this {fields}', zh: '已有{fields}相同的记录' },
  overlaps: { en: 'This period overlaps that of another record', zh: '该期间与其他记录的期间重叠' },
  overlaps_row: { en: 'This period overlaps that of another row of the file', zh: '该期间与文件中另一行的期间重叠' },
  overlaps_record: { en: 'This period overlaps that of “{name}”', zh: '该期间与“{name}”的期间重叠' },
  unknown_parameter: { en: 'Unknown parameter: {name}', zh: '未知参数：{name}' },
  repeated_parameter: { en: 'Parameter given twice: {name}', zh: '参数重复：{name}' },
  reversed_parameter: { en: 'The range ends before it begins: {name}', zh: '范围的结束早于开始：{name}' },
  currency_parameter: { en: 'Bounds of an amount need its currency: {name}', zh: '金额范围须注明币种：{name}' },
  reversed: { en: 'It must not be before the beginning', zh: '不能小于起始值' },
  bad_parameter: { en: 'Invalid value for parameter {name}', zh: '参数 {name} 的值不正确' },
  integer_parameter: {
    en: '{name} must be a whole number from {min} to {max}',
    zh: '{name} 须为 {min} 到 {max} 之间的整数',
  },
  choice_parameter: { en: '{name} must be one of: {values}', zh: '{name} 须为以下值之一：{values}' },
  moment_parameter: {
    en: '{name} must be a date or a time with its offset, such as 2026-01-31T08:00:00Z',
    zh: '{name} 须为日期或带时区的时间，如 2026-01-31T08:00:00Z',
  },
  date_parameter: { en: '{name} must be a date, such as 2026-01-31', zh: '{name} 须为日期，如 2026-01-31' },
  many_parameter: { en: 'The maximum number of values of {name} is {max}', zh: '{name} 最多 {max} 个值' },
  too_many_rows: { en: 'More than 5,000 rows: narrow the list', zh: '超过 5,000 行，请缩小范围' },
  too_many_for_workbook: {
    en: 'More rows than a workbook can have: narrow the list, or export it as CSV',
    zh: '行数超出工作簿上限，请缩小范围或导出为 CSV',
  },
  not_json: { en: 'The body is not valid JSON', zh: '请求内容不是有效的 JSON' },
  not_utf8: { en: 'The body is not valid UTF-8 text', zh: '请求内容不是有效的 UTF-8 文本' },
  body_broken: { en: 'The request broke off before it was complete', zh: '请求在传输完成前中断' },
  too_large: { en: 'The request is too large', zh: '请求内容过大' },
  signed_out: { en: 'Your session has ended, please sign in again', zh: '登录已失效，请重新登录' },
  missing_scope: { en: 'This token lacks the scope {scope}', zh: '该令牌没有权限 {scope}' },
  not_for_tokens: {
    en: 'This is not possible with a token, only for somebody who has signed in',
    zh: '令牌不能执行此操作，请登录后操作',
  },
  token_revoked: { en: 'This token has been withdrawn', zh: '该令牌已被撤销' },
  token_expired: { en: 'This token has expired', zh: '该令牌已过期' },
  token_account_removed: { en: 'The service account of this token has been deleted', zh: '该令牌的服务账号已被删除' },
  token_network: { en: 'This token may not be used from this network', zh: '不允许从当前网络使用该令牌' },
  token_never: { en: 'Only an administrator can issue a token that never expires', zh: '仅管理员可签发永不过期的令牌' },
  scope_unknown: {
    en: 'The role of this account has no scope {scope}',
    zh: '该账号的角色没有权限 {scope}',
  },
  scope_alone: {
    en: 'A token with the scope {scope} has no other scopes: issue a second token for the rest',
    zh: '带有权限 {scope} 的令牌不能再有其他权限：请为其他用途另行签发令牌',
  },
  scim_text: { en: '{name} has the wrong type: send a text', zh: '{name} 的类型不正确，请发送文本' },
  scim_boolean: {
    en: '{name} has the wrong type: send true or false',
    zh: '{name} 的类型不正确，请发送 true 或 false',
  },
  scim_object: { en: '{name} has the wrong type: send an object', zh: '{name} 的类型不正确，请发送对象' },
  scim_user_name: {
    en: 'userName is missing: send a text of 1 to 256 characters',
    zh: '缺少 userName：请发送 1 到 256 个字符的文本',
  },
  scim_role: {
    en: 'No role is called {name}: send GeneralAdmin, SalesMan, Enterprise or Subordinate as userType, or leave it out for Subordinate',
    zh: '没有名为 {name} 的角色：请在 userType 中发送 GeneralAdmin、SalesMan、Enterprise 或 Subordinate，或省略该属性（即 Subordinate）',
  },
  scim_super: {
    en: 'A directory creates no users with the role SuperAdmin: create them in the console',
    zh: '公司目录不能创建 SuperAdmin 角色的用户：请在控制台中新建',
  },
  scim_role_fixed: {
    en: 'The role of a user does not change: leave userType out or send {name}',
    zh: '用户的角色不能变更：请省略 userType 或发送 {name}',
  },
  scim_organization: {
    en: 'An enterprise is necessary for the role {name}: send its code as organization of the enterprise extension, or another role as userType',
    zh: '角色为 {name} 的用户须属于某个企业：请在企业扩展的 organization 中发送企业编码，或在 userType 中发送其他角色',
  },
  scim_organization_unknown: {
    en: 'No enterprise has the code {code}: send the code of an enterprise as organization',
    zh: '没有编码为 {code} 的企业：请在 organization 中发送企业编码',
  },
  scim_organization_fixed: {
    en: 'The enterprise of a user does not change: leave organization out or send {code}',
    zh: '用户所属的企业不能变更：请省略 organization 或发送 {code}',
  },
  scim_in_use: {
    en: 'Another user has this {name}: find that user with a filter and change it instead',
    zh: '其他用户已使用此 {name}：请先按条件查询该用户，再修改该用户',
  },
  scim_stale: {
    en: 'The user was changed meanwhile: read it again and repeat the change',
    zh: '该用户已被他人修改：请重新读取后再修改',
  },
  scim_filter: {
    en: 'The filter cannot be read at {text}: write it like userName eq "anna"',
    zh: '无法解析筛选条件中的 {text}：请按 userName eq "anna" 的形式填写',
  },
  scim_filter_attribute: {
    en: 'Users cannot be filtered or sorted by {name}: use userName, externalId, active, displayName, emails, id or meta.lastModified',
    zh: '不能按 {name} 筛选或排序用户：请使用 userName、externalId、active、displayName、emails、id 或 meta.lastModified',
  },
  scim_filter_operator: {
    en: '{name} cannot be compared by {text}',
    zh: '{name} 不能使用运算符 {text}',
  },
  scim_filter_long: {
    en: 'The filter is too long: the maximum is {max} {max|character|characters}',
    zh: '筛选条件过长：最多 {max} 个字符',
  },
  scim_filter_deep: {
    en: 'The filter is nested too deeply: the maximum is {max} {max|level|levels}',
    zh: '筛选条件嵌套过深：最多 {max} 层',
  },
  scim_operation: {
    en: 'Operations must be a list of 1 to {max} {max|object|objects}, each with op add, replace or remove',
    zh: 'Operations 须为 1 到 {max} 个对象的列表，各含 op：add、replace 或 remove',
  },
  scim_path: {
    en: 'No attribute is called {name}: the schemas at /scim/v2/Schemas list the attributes',
    zh: '没有名为 {name} 的属性：属性列表见 /scim/v2/Schemas',
  },
  scim_path_missing: { en: 'An operation of remove needs a path', zh: 'remove 操作须注明 path' },
  scim_read_only: { en: '{name} cannot be changed: leave it out', zh: '{name} 不能修改：请省略' },
  scim_media_type: {
    en: 'Send the body as application/scim+json or application/json',
    zh: '请以 application/scim+json 或 application/json 发送请求内容',
  },
  scim_attributes: {
    en: 'Send attributes or excludedAttributes, not both',
    zh: 'attributes 与 excludedAttributes 只能选其一',
  },
  scim_whole_number: { en: '{name} must be a whole number', zh: '{name} 须为整数' },
  scim_unsupported: { en: 'This server does not support {name}', zh: '本服务不支持 {name}' },
  network_invalid: {
    en: '{network} is no network; write it like 203.0.113.0/24',
    zh: '{network} 不是有效网段，请按 203.0.113.0/24 的形式填写',
  },
  webhook_url_invalid: {
    en: 'This is no web address; write it like https://example.com/hooks',
    zh: '不是有效的网址，请按 https://example.com/hooks 的形式填写',
  },
  webhook_url_scheme: {
    en: 'The address must begin with https://; http:// needs the setting WEBHOOK_HTTP=1',
    zh: '地址须以 https:// 开头；如需使用 http://，请设置 WEBHOOK_HTTP=1',
  },
  webhook_url_credentials: {
    en: 'Leave the user name and password out of the address; deliveries are signed instead',
    zh: '地址中请勿包含用户名和密码，推送内容已带签名',
  },
  webhook_url_port: {
    en: 'The port must be 443 or 8443; others need the setting WEBHOOK_HTTP=1',
    zh: '端口须为 443 或 8443；如需其他端口，请设置 WEBHOOK_HTTP=1',
  },
  webhook_url_private_address: {
    en: 'This address is not public; networks of your own need the setting WEBHOOK_NETWORKS',
    zh: '该地址不是公网地址；如需使用内部网段，请设置 WEBHOOK_NETWORKS',
  },
  webhook_url_in_use: {
    en: 'Another webhook has this address already; add the events to that one',
    zh: '已有使用该地址的事件推送，请在其中添加事件',
  },
  activation_off: {
    en: 'Licences of this product need no activation',
    zh: '该产品的许可无需激活',
  },
  seats_in_use: {
    en: 'All {value} {value|seat|seats} of this licence are in use: release one, or order more',
    zh: '该许可的 {value} 个席位均已占用，请先解除激活或增购',
  },
  seat_none: {
    en: 'This machine holds no seat of this licence: activate it first',
    zh: '该设备未占用该许可的席位，请先激活',
  },
  releases_used: {
    en: 'All {value} {value|release|releases} of this month are used: ask your salesman, or wait for a lease to end',
    zh: '本月的 {value} 次解除机会已用完，请联系销售或等待租约到期',
  },
  request_unreadable: {
    en: 'This is no request of a machine or a relay: copy the whole text that it shows',
    zh: '不是有效的设备或中继请求，请完整复制其显示的文本',
  },
  relay_off: {
    en: 'Licences of this product cannot be leased by a relay: ask your salesman',
    zh: '该产品的许可不支持中继出租席位，请联系销售',
  },
  relay_other_licence: {
    en: 'This request is for another licence: open that one, or let the relay write a new request',
    zh: '该请求属于另一许可，请打开对应许可，或由中继重新生成请求',
  },
  relay_seats: {
    en: 'Only {value} {value|seat|seats} of this licence are free: ask for fewer, release machines, or order more',
    zh: '该许可仅剩 {value} 个空闲席位，请减少数量、解除激活或增购',
  },
  relay_smaller: {
    en: 'This relay has {value} {value|seat|seats} until its delegation ends, and can get fewer only then',
    zh: '该中继在当前委派到期前占用 {value} 个席位，到期后方可减少',
  },
  relay_clock: {
    en: 'The clock of the relay was set back: its administrator has to set it right',
    zh: '中继的时钟被回拨，请其管理员校正时间',
  },
  relay_not_ready: {
    en: 'The relay has no valid delegation: its administrator has to bring it one from the vendor’s console',
    zh: '中继没有有效的委派，请其管理员从供应商控制台获取',
  },
  relay_stopped: {
    en: 'The delegation of this relay was ended: it gets a new one in the console, by its request',
    zh: '该中继的委派已终止，可在控制台凭其请求重新委派',
  },
  report_unreadable: {
    en: 'This is no report of a relay, or it was changed: take the whole file that the relay wrote',
    zh: '不是有效的中继报告，或内容已被改动，请使用中继生成的完整文件',
  },
  report_too_large: {
    en: 'A report has at most {value} {value|day|days}: let the relay write a new one, which has the latest',
    zh: '报告最多包含 {value} 天，请由中继重新生成，新报告仅含最近的日期',
  },
  report_other_licence: {
    en: 'This report is for another licence: open that one, or take the report of a relay of this licence',
    zh: '该报告属于另一许可，请打开对应许可，或使用本许可的中继报告',
  },
  report_other_key: {
    en: 'No seats of this licence were delegated to the relay that signed this report: exchange its request first, then let it write a new report',
    zh: '本许可未向签署该报告的中继委派席位，请先兑换其请求，再由中继重新生成报告',
  },
  report_future: {
    en: 'This report has days in the future: set the clock of the relay right, and let it write a new report',
    zh: '该报告包含未来的日期，请校正中继的时钟后重新生成报告',
  },
  report_exceeded: {
    en: 'This report has days or seats beyond what was delegated to the relay: renew its delegation, let it write a new report, and ask your vendor if that is refused too',
    zh: '该报告的日期或席位超出委派范围，请更新委派后由中继重新生成报告；若仍被拒绝，请联系供应商',
  },
  webhook_off: {
    en: 'The webhook is off or deleted: switch it on first',
    zh: '该事件推送已停用或已删除，请先启用',
  },
  event_unknown: {
    en: 'There is no event {event}; the list of events shows them all',
    zh: '没有事件 {event}，请从事件列表中选择',
  },
  event_unreadable: {
    en: 'You may not read what the event {event} is about',
    zh: '您无权查看事件 {event} 涉及的数据',
  },
  range_reversed: { en: 'The end lies before the beginning', zh: '截止时间早于起始时间' },
  forbidden: { en: 'You have no permission for this operation', zh: '您没有此操作的权限' },
  not_found: { en: 'Requested resource not found', zh: '请求的资源不存在' },
  method: { en: 'This method is not offered here', zh: '此处不支持该请求方法' },
  too_many: { en: 'Too many requests, please wait a moment', zh: '请求过于频繁，请稍候' },
  too_slow: {
    en: 'This took too long and was stopped; nothing was changed. Please try again later',
    zh: '操作耗时过长，已终止，未作任何更改，请稍后重试',
  },
  busy: { en: 'The server is busy, please try again in a moment', zh: '服务器繁忙，请稍后重试' },
  stopping: { en: 'The server is being restarted, please try again in a moment', zh: '服务器正在重启，请稍后重试' },
  disk_full: {
    en: 'The server has no space left and has saved nothing; please tell its administrator',
    zh: '服务器存储空间不足，未保存任何内容，请联系管理员',
  },
  files_away: {
    en: 'Files cannot be reached right now; please try again in a moment',
    zh: '暂时无法读写文件，请稍后重试',
  },
  file_changed: { en: 'The file has been replaced', zh: '文件已被更换' },
  no_such_part: { en: 'The file has no such range', zh: '请求的范围超出文件长度' },
  server: { en: 'Internal server error', zh: '服务器内部错误' },
  stale: { en: 'The record has changed in the meantime, please reload', zh: '记录已被修改，请刷新后重试' },
  wrong_state: { en: 'This is not possible in the current state', zh: '当前状态不允许此操作' },
  sentence: { en: '{text}', zh: '{text}' },
  in_use: { en: 'It is in use and cannot be deleted', zh: '该记录正被使用，不能删除' },
  not_deleted: { en: 'The record has not been deleted', zh: '该记录未被删除' },
  restore_late: { en: 'It was deleted too long ago to be restored', zh: '该记录删除已久，不能恢复' },
  restore_parent: {
    en: 'The record it belongs to has been deleted; restore that first',
    zh: '其所属记录已被删除，请先恢复所属记录',
  },
  restore_taken: {
    en: 'Another record has taken its place; it cannot be restored',
    zh: '已有其他记录占用其唯一信息，不能恢复',
  },
  invalid: { en: 'Please check the marked items', zh: '请检查标记的项目' },
  login_failed: { en: 'User name or password is incorrect', zh: '用户名或密码错误' },
  login_locked: {
    en: 'Too many failed attempts, try again in {minutes} {minutes|minute|minutes}',
    zh: '失败次数过多，请在 {minutes} 分钟后重试',
  },
  tutelage_of_enterprise: { en: 'Only an enterprise user can be managed by sales', zh: '仅企业用户可由销售托管' },
  tutelage: {
    en: 'This account is managed by your sales contact and cannot sign in',
    zh: '该账号由销售托管，不能登录',
  },
  deactivated: {
    en: 'This account is deactivated. Ask your administrator to activate it',
    zh: '该账号已停用，请联系管理员启用',
  },
  demo_account: {
    en: 'This account of the demo is closed here; `npm run admin -- close-demo` removes its public password',
    zh: '演示账号在此不可登录；运行 `npm run admin -- close-demo` 可清除其公开密码',
  },
  retention_deletes: {
    en: 'This deletes {value} {value|entry|entries}. Turn on “Delete what is older now” and save again to do so',
    zh: '将删除 {value} 条记录。如确认，请开启“立即删除超期数据”后再次保存',
  },
  password_length: {
    en: 'Use {min} to {max} {max|character|characters}. Several words are long and easy to remember',
    zh: '请使用 {min} 到 {max} 个字符，可由几个词组成，便于记忆',
  },
  password_characters: { en: 'Use at least one letter and one digit', zh: '请至少包含一位数字和一个字母' },
  password_common: {
    en: 'This is one of the passwords that attackers try first. Use several words with a digit between them',
    zh: '这是攻击者最先尝试的常见密码，请改用几个词并在其间加入数字',
  },
  password_personal: {
    en: 'Leave out the user name and the e-mail address: others know them',
    zh: '请勿包含用户名或邮箱，这些信息他人可知',
  },
  password_old: { en: 'The old password is incorrect', zh: '原密码不正确' },
  password_wrong: { en: 'The password is incorrect', zh: '密码不正确' },
  password_own: {
    en: 'Change your own password in your account menu, with the old one',
    zh: '请在账号菜单中凭原密码修改自己的密码',
  },
  password_same: { en: 'The new password must differ from the old one', zh: '新密码不能与原密码相同' },
  password_due: {
    en: 'Somebody else set your password: choose a new one first',
    zh: '您的密码由他人设置，请先修改密码',
  },
  password_repeat_empty: { en: 'Please enter the new password again', zh: '请再次输入新密码' },
  password_repeat: { en: 'The repeated password is not right', zh: '两次输入的新密码不一致' },
  password_differs: { en: 'Two inconsistencies in password input!', zh: '两次输入密码不一致！' },
  reset_link_ended: {
    en: 'This link is incomplete, was used already or has expired: ask for a new one',
    zh: '该链接不完整、已使用或已过期，请重新获取',
  },
  invitation_ended: {
    en: 'This invitation was used already or has expired: sign in, or ask the person who invited you to send it again',
    zh: '该邀请已使用或已过期，请直接登录，或联系邀请人重新发送',
  },
  reset_code_wrong: {
    en: 'The code is wrong, was used already or has expired: check it, or ask for a new e-mail',
    zh: '验证码错误、已使用或已过期，请核对或重新获取邮件',
  },
  sign_in_ended: { en: 'This sign-in took too long: start again', zh: '本次登录已超时，请重新开始' },
  confirm_with_code: {
    en: 'Show that it is you first, by a code of your authenticator app',
    zh: '请先输入身份验证器中的验证码，以确认是您本人',
  },
  confirm_with_password: {
    en: 'Show that it is you first, by your password',
    zh: '请先输入密码，以确认是您本人',
  },
  confirm_by_sign_in: {
    en: 'Your sign-in is more than ten minutes old: sign out and in again, then repeat this',
    zh: '您登录已超过十分钟，请退出后重新登录，再执行此操作',
  },
  confirm_with_passkey: {
    en: 'Show that it is you first, by a passkey, a code of your authenticator app or a recovery code',
    zh: '请先使用通行密钥、身份验证器的验证码或恢复码，以确认是您本人',
  },
  passkey_failed: {
    en: 'The passkey was not accepted. Try again, or sign in another way',
    zh: '通行密钥验证未通过，请重试或使用其他方式登录',
  },
  passkey_not_added: {
    en: 'The passkey could not be added: begin again',
    zh: '无法添加通行密钥，请重新开始',
  },
  passkey_off: {
    en: 'Passkeys do not work on this server: they need an address with a name that begins with https',
    zh: '该服务器不能使用通行密钥：访问地址须为 https 开头的域名',
  },
  passkey_limit: {
    en: 'An account has at most {max} {max|passkey|passkeys}',
    zh: '每个账号最多可添加 {max} 个通行密钥',
  },
  factor_code_wrong: {
    en: 'The code is wrong or was used already: wait for the next one, or check the clock of your device',
    zh: '验证码错误或已使用，请等待下一个验证码，或检查设备时间',
  },
  factor_not_begun: { en: 'Begin to set up the second factor first', zh: '请先开始设置两步验证' },
  factor_none: { en: 'This user has no two-step verification', zh: '该用户未启用两步验证' },
  factor_own: {
    en: 'Change your own two-step verification on your account page, with a code',
    zh: '请在账号页面凭验证码修改自己的两步验证',
  },
  factor_required: {
    en: 'Your role needs two-step verification: you can replace it, but not turn it off',
    zh: '您的角色必须使用两步验证，只能更换，不能停用',
  },
  factor_due: {
    en: 'Your role needs two-step verification: set it up first',
    zh: '您的角色必须使用两步验证，请先完成设置',
  },
  mail_address_own: {
    en: 'Neither a token nor somebody who acts for others can change the e-mail address of an account: its password can be reset by e-mail',
    zh: '密码可通过邮件重置，因此不能使用令牌或在代客操作期间修改账号的邮箱',
  },
  not_invited: { en: 'This user has chosen a password already', zh: '该用户已设置密码' },
  acting_password: { en: 'The password cannot be changed while acting', zh: '代客操作期间不能修改密码' },
  period_required: { en: 'Both periods are required', zh: '请填写分配期限和使用期限' },
  confirmer_approves: { en: 'Whoever confirmed an order cannot approve it', zh: '确认人不能审批同一订单' },
  enterprise_not_approved: { en: 'The enterprise is not approved', zh: '企业未通过审核' },
  enterprise_without_sales: { en: 'The enterprise needs a sales owner first', zh: '企业须先指定销售负责人' },
  code_frozen: { en: 'The code cannot change after approval', zh: '通过审核后编码不可修改' },
  product_not_granted: { en: 'The enterprise has no such product', zh: '该企业未开通此产品' },
  products_of_enterprise: {
    en: 'Products can be granted only to an enterprise user',
    zh: '仅创建企业用户时可开通产品',
  },
  product_not_held: { en: 'You do not hold this product', zh: '您没有此产品的销售权限' },
  user_not_of_enterprise: { en: 'The user does not belong to the enterprise', zh: '该用户不属于所选企业' },
  parent_only_reissue: { en: 'Only a reissue has an original order', zh: '只有补发订单才有原订单' },
  original_needed: { en: 'Choose the original order', zh: '请选择原订单' },
  original_unfit: { en: 'This order cannot be reissued', zh: '该订单不可补发' },
  over_original: {
    en: 'At most {value}, the quantity left of the original order',
    zh: '最多 {value}，即原订单的剩余可补发数量',
  },
  renews_purchase: { en: 'Only a new purchase renews a licence', zh: '只有新购订单可以续订许可' },
  renews_unfit: {
    en: 'Renew an issued licence with its own enterprise and product',
    zh: '续订须针对已签发的许可，且企业和产品与其一致',
  },
  renewed: { en: 'Another order renews this licence already', zh: '该许可已有续订订单' },
  adds_purchase: { en: 'Only a new purchase adds to a licence', zh: '只有新购订单可以补购许可' },
  adds_unfit: {
    en: 'Add to an issued licence of the same enterprise and product',
    zh: '补购须针对已签发的许可，且企业和产品与其一致',
  },
  adds_nothing: {
    en: 'Nothing is used above what was bought for this licence, or another order covers it already',
    zh: '该许可的用量未超出购买数量，或已有其他订单补足',
  },
  failback_service: { en: 'Failback is for disaster recovery products only', zh: '仅容灾产品可选择回切服务' },
  trial_open: { en: 'A trial of this product is already open', zh: '该产品已有进行中的试用' },
  trial_period: { en: 'A trial lasts at most 90 days', zh: '试用期最长 90 天' },
  order_pending: { en: 'The order is not approved', zh: '订单尚未通过审批' },
  order_expired: { en: 'The order has expired', zh: '订单已过期' },
  order_used_up: { en: 'No hosts are left', zh: '可用数量已用完' },
  failback_unfit: { en: 'Only a disaster recovery licence has a failback licence', zh: '仅容灾许可可生成回切许可' },
  failback_bound: { en: 'Another failback key is bound to this licence', zh: '该许可已绑定其他回切码' },
  order_tied: { en: 'This order is tied to other projects', zh: '该订单已关联其他项目' },
  tie_unfit: { en: 'The order belongs to another enterprise or product', zh: '订单的企业或产品与项目不符' },
  test_project_trial: { en: 'A test project can use only trial orders', zh: '测试项目只能使用试用订单' },
  test_project_needed: {
    en: 'Applications from this source are only for test projects',
    zh: '此来源的申请只能用于测试项目',
  },
  not_enough_orders: { en: 'The available orders have only {value} left', zh: '可用订单仅剩 {value}' },
  over_application: { en: 'The application asks for {value}', zh: '申请数量为 {value}' },
  link_invalid: { en: 'This link is not valid, or has expired', zh: '该链接无效或已过期' },
  auto_renew_confirm: { en: 'Type Yes to confirm', zh: '请输入 Yes 以确认' },
  after: { en: 'It must be after: {name}', zh: '须晚于：{name}' },
  earliest: { en: 'Enter {value} or later', zh: '请填写 {value} 或之后' },
  latest: { en: 'Enter {value} or earlier', zh: '请填写 {value} 或之前' },
  issue_failed: {
    en: 'The licence could not be issued. Try again; if it fails again, ask your vendor',
    zh: '许可签发失败，请重试；如仍失败，请联系供应商',
  },
  issue_failed_unknown: {
    en: 'The licence could not be issued, and the cause is not known. Retry; if it fails again, report the time of the failure to the people who run the server',
    zh: '许可签发失败，原因不明。请重试；如仍失败，请将失败时间告知系统维护人员',
  },
  issue_key_missing: {
    en: 'There is no signing key. Ask the people who run the server to create one, then retry',
    zh: '没有可用的签名密钥。请联系系统维护人员创建密钥，然后重试',
  },
  issue_key_unreadable: {
    en: 'The signing key cannot be read. Ask the people who run the server to restore it, then retry',
    zh: '签名密钥无法读取。请联系系统维护人员恢复密钥，然后重试',
  },
  issue_signer_unreachable: {
    en: 'The signing service cannot be reached. Wait a few minutes, then retry',
    zh: '无法连接签名服务，请过几分钟后重试',
  },
  issue_data_wrong: {
    en: 'The order, the project or the product lacks data that the licence needs. Correct it, then retry',
    zh: '订单、项目或产品缺少签发许可所需的数据。请更正后重试',
  },
  issue_interrupted: {
    en: 'Issuing was interrupted several times. Please try again',
    zh: '签发多次中断，请重试',
  },
  issue_overdue: { en: 'Issuing took too long. Please try again', zh: '签发超时，请重试' },
  mail_withdrawn: { en: 'The licence was withdrawn before its e-mail was sent', zh: '许可在邮件发出前已被撤销' },
  mail_failed: {
    en: 'The e-mail could not be delivered. Check the address and send it again',
    zh: '邮件未能送达，请检查地址后重新发送',
  },
  mail_refused: {
    en: 'The e-mail server permanently refused the e-mail. Check the address and send it again',
    zh: '邮件服务器永久拒收了该邮件，请检查地址后重新发送',
  },
  send_flag_closed: { en: 'The product does not allow this send type', zh: '该产品不允许此发送类型' },
  signing_key_prepared: {
    en: 'A key is prepared already; let it sign before you prepare another one',
    zh: '已有待启用的密钥；启用该密钥后才能准备下一个',
  },
  signing_key_changed: {
    en: 'Another key signs meanwhile; reload the page and look again',
    zh: '使用中的密钥已被他人更换；请刷新页面后再操作',
  },
  signing_key_unknown: { en: 'There is no such signing key', zh: '签名密钥不存在' },
  enterprise_other: { en: 'Choose another enterprise', zh: '请选择其他企业' },
  project_in_use: { en: 'The project has active licences', zh: '项目仍有有效许可' },
  not_while_acting: { en: 'This is not possible while acting', zh: '代客操作期间不能进行此操作' },
  oauth_off: { en: 'DingTalk is not set up here', zh: '未启用钉钉登录' },
  oauth_state: { en: 'This sign-in has expired, please start again', zh: '登录请求已失效，请重新开始' },
  oauth_refused: { en: 'DingTalk did not accept the code', zh: '钉钉授权码无效' },
  oauth_failed: { en: 'DingTalk cannot be reached, please try again', zh: '暂时无法连接钉钉，请稍后重试' },
  oauth_unbound: { en: 'This DingTalk account is not bound to any user', zh: '该钉钉账号未绑定用户' },
  oauth_taken: { en: 'This DingTalk account is bound to another user', zh: '该钉钉账号已绑定其他用户' },
  scope_openid: { en: 'The scopes must include openid', zh: '请求范围须包含 openid' },
  mail_domain: {
    en: '{domain} is not an e-mail domain such as example.com',
    zh: '{domain} 不是有效的邮箱域名，如 example.com',
  },
  enterprise_unmapped: {
    en: 'Customers need an enterprise: name its claim, or add e-mail domains',
    zh: '客户角色须对应企业：请填写企业编码所在的声明，或添加邮箱域名',
  },
  provider_issuer: {
    en: 'There is no OpenID Connect provider with this issuer. It answered: {answer}',
    zh: '该地址不是有效的 OpenID Connect 签发者，返回内容：{answer}',
  },
  provider_client_id: {
    en: 'The provider refused the client. It answered: {answer}',
    zh: '提供方拒绝了该客户端，返回内容：{answer}',
  },
  provider_client_secret: {
    en: 'The provider refused the client secret. It answered: {answer}',
    zh: '提供方拒绝了客户端密钥，返回内容：{answer}',
  },
  provider_scopes: {
    en: 'The provider refused the scopes. It answered: {answer}',
    zh: '提供方拒绝了请求范围，返回内容：{answer}',
  },
  provider_redirect_uri: {
    en: 'Register the redirect address {address} at the provider. It answered: {answer}',
    zh: '请在提供方登记回调地址 {address}，返回内容：{answer}',
  },
  oidc_state: {
    en: 'This sign-in has expired or began in another browser. Please start again',
    zh: '登录请求已失效，或并非在此浏览器中发起，请重新开始',
  },
  oidc_off: { en: 'This way to sign in is no longer available', zh: '该登录方式已停用' },
  oidc_unreachable: {
    en: 'The sign-in provider cannot be reached. Try again later, or use your password',
    zh: '暂时无法连接登录提供方，请稍后重试，或使用密码登录',
  },
  oidc_refused: {
    en: 'The sign-in could not be verified with the provider. Please start again, or use your password',
    zh: '未能通过登录提供方验证您的身份，请重新开始，或使用密码登录',
  },
  oidc_cancelled: { en: 'The sign-in was cancelled at the provider', zh: '您已在提供方取消登录' },
  oidc_unknown: {
    en: 'No account here belongs to this sign-in. Sign in with your password and link it on the page Account, or ask an administrator',
    zh: '该登录未关联任何账号。请先用密码登录，并在“账号”页面关联，或联系管理员',
  },
  oidc_no_role: {
    en: 'Your account at the provider has no role here. Ask your administrator',
    zh: '您在提供方的账号没有本系统的角色，请联系管理员',
  },
  oidc_no_enterprise: {
    en: 'Your account at the provider belongs to no enterprise here. Ask your administrator',
    zh: '您在提供方的账号不属于本系统中的任何企业，请联系管理员',
  },
  oidc_in_use: { en: 'This sign-in is linked to another account', zh: '该登录已关联其他账号' },
  oidc_not_linked: { en: 'This account is not linked to yours', zh: '该账号未与您的账号关联' },
  oidc_last: {
    en: 'Link another account first, or ask an administrator: without this link you could not sign in any more',
    zh: '请先关联其他账号，或联系管理员：解除关联后您将无法登录',
  },
  oidc_test_refused: {
    en: 'The provider did not confirm the sign-in: {answer}',
    zh: '登录提供方未确认此次登录：{answer}',
  },
  logout_token: { en: 'This logout token is not valid here', zh: '退出令牌无效' },
  password_closed: {
    en: 'Your account does not sign in with a password any more. Use this button instead: {provider}',
    zh: '您的账号已停用密码登录，请改用“{provider}”',
  },
  password_closed_own: {
    en: 'Your password is closed, because you sign in with a provider: {provider}',
    zh: '您的密码已停用，请通过“{provider}”登录',
  },
  invite_closed: {
    en: 'This user signs in with a provider ({provider}). Enter a first password instead, with which they link their account there',
    zh: '该用户须通过“{provider}”登录，请改为设置初始密码，供其首次登录时关联账号',
  },
  managed_by_directory: {
    en: 'The directory of your company manages this ({directory}). Change it there',
    zh: '该信息由公司目录“{directory}”管理，请在目录中修改',
  },
  mail_closed: {
    en: 'Passwords are closed for the domain of your e-mail address. Ask an administrator to change it',
    zh: '您邮箱所属的域名已停用密码登录，请联系管理员修改邮箱',
  },
  break_glass_needed: {
    en: 'Choose a SuperAdmin whose password keeps working while the provider cannot be reached',
    zh: '请选择一位超级管理员，以便提供方无法连接时仍可用密码登录',
  },
  break_glass_unfit: {
    en: 'This user needs a password and two-step verification. They set it up on their page Account',
    zh: '该用户须有密码并已启用两步验证，请先在其“账号”页面设置',
  },
  break_glass_role: {
    en: 'The emergency administrator of a sign-in provider stays a SuperAdmin. Choose another one there first',
    zh: '登录提供方的应急管理员须保留超级管理员角色，请先更换应急管理员',
  },
  break_glass_factor: {
    en: 'You are the emergency administrator of a sign-in provider: you can replace your two-step verification, but not turn it off',
    zh: '您是登录提供方的应急管理员，两步验证只能更换，不能停用',
  },
  uri_foreign: { en: 'The return address must be a page of this console', zh: '返回地址须为本系统页面' },
  licence_unknown: { en: 'The licence is not valid here', zh: '许可无效' },
  too_deep: { en: 'The body is nested too deeply', zh: '请求内容嵌套过深' },
  repeated_item: { en: 'This item is given twice', zh: '该项重复' },
  over_available: { en: 'Only {value} {value|is|are} available', zh: '可用数量仅剩 {value}' },
  order_not_for_project: { en: 'This order cannot be used for the project', zh: '该订单不适用于此项目' },
  order_twice: { en: 'The same order is given twice', zh: '同一订单重复选择' },
  project_not_effective: { en: 'The project is not active', zh: '项目未生效' },
  unknown_time_zone: { en: 'There is no time zone with this name', zh: '没有该名称的时区' },
  unit_needed: { en: 'The product needs its unit first', zh: '产品须先填写单位' },
  project_key_needed: { en: 'The project needs its licence key first', zh: '项目须先填写许可码' },
  no_self_service: { en: 'Licence allocation is not open to this account', zh: '该账号未开通自助分配' },
  too_many_recipients: { en: 'At most three recipients', zh: '最多三个收件人' },
  mail_missing: { en: 'There is no address to send to', zh: '没有收件地址' },
  mail_daily_limit: {
    en: 'At most 20 extra e-mails a day for one licence',
    zh: '每个许可每天最多发送 20 封自定义邮件',
  },
  not_issued: { en: 'The licence has not been issued', zh: '许可尚未签发' },
  not_failed: { en: 'Only a licence whose issuing failed can be retried', zh: '仅签发失败的许可可以重试' },
  issue_running: { en: 'The licence is being issued', zh: '许可正在签发中' },
  reason_not_approved: { en: 'Not approved', zh: '未通过审批' },
  reason_expired: { en: 'Expired', zh: '已过期' },
  reason_used_up: { en: 'No hosts left', zh: '数量已用完' },
  reason_enterprise: { en: 'Enterprise not approved', zh: '企业未通过审核' },
  oneself: { en: 'You cannot delete your own account', zh: '不能删除自己的账号' },
  last_admin: { en: 'The last administrator cannot be removed', zh: '须保留最后一位管理员' },
  role_above: { en: 'You may not manage this role', zh: '您不能管理该角色' },
  narrowed_manager: {
    en: 'Your own rights are narrowed, so you cannot manage users of this role. Ask an administrator',
    zh: '您自己的权限已被收窄，不能管理该角色的用户，请联系管理员',
  },
  variant_other_role: {
    en: 'This variant is for another role. Choose one for {role}, or none',
    zh: '该变体适用于其他角色，请选择“{role}”的变体或留空',
  },
  right_unknown: {
    en: 'The role has no right {right}. Leave it out',
    zh: '该角色没有权限 {right}，请移除',
  },
  right_needed: {
    en: '“{right}” cannot be withheld, because it is needed here: {needing}. Tick it again, or untick what needs it too',
    zh: '不能收回“{right}”，以下内容需要它：{needing}。请重新勾选，或同时取消勾选需要它的内容',
  },
  idempotency: { en: 'This request key was used with another body', zh: '该请求标识已用于其他内容' },
} as const satisfies Record<string, Label>;

export type MessageKey = keyof typeof messages;

/** The names of the values that are numbers: limits and counts. All others are texts, such as names and codes. */
export const numberNames: ReadonlySet<string> = new Set([
  'value',
  'min',
  'max',
  'below',
  'above',
  'nearest',
  'digits',
  'scale',
  'line',
  'minutes',
  'width',
  'height',
]);

/** A value of a message; a number has separators, also a decimal that was passed on as text. */
function shownValue(name: string, value: string | undefined): string | undefined {
  const isNumber = value !== undefined && numberNames.has(name) && /^-?\d+([.]\d+)?$/.test(value);
  return isNumber ? groupDecimalDigits(value) : value;
}

/** The text of an amount whose currency is not known. */
const inMinorUnits: Label = { en: '{minor} minor {minor|unit|units}', zh: '{minor} 个最小货币单位' };

/** Formats the amount of a message from its minor units and currency. */
function amountOf(values: URLSearchParams, language: Language): string {
  const [minor = '', currency] = [values.get('minor') ?? '', values.get('currency')];
  return currency
    ? moneyText(BigInt(minor), currency, language)
    : fillPlaceholders(inMinorUnits[language], () => groupDecimalDigits(minor));
}

/** The text of a message in a language. A text that is not a message key is returned as it is. */
export function translateMessage(text: string, language: Language): string {
  const [key = '', query] = text.split('?', 2);
  const label: Label | undefined = Object.hasOwn(messages, key) ? messages[key as MessageKey] : undefined;
  if (!label) return text;
  const values = new URLSearchParams(query);
  const read = (name: string) => {
    if (name === 'amount' && values.has('minor')) return amountOf(values, language);
    return shownValue(name, values.get(name) ?? values.get(`${name}_${language}`) ?? undefined);
  };
  // The text of a unit contains the number again: `{value|day|days}`.
  return fillPlaceholders(fillPlaceholders(label[language], read), read);
}
