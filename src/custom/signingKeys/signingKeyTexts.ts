import { formatText } from '../../i18n/formatText.ts';
import { language } from '../../i18n/language.ts';

const en = {
  title: 'Signing keys',
  intro:
    'One key signs licences, leases of machines and webhooks. Whoever has its public key can verify them: products find it at',
  prepare: 'Prepare the next key',
  prepareAsk: [
    'A key is created that does not sign yet. Its public key is published at once.',
    'Give it to the products that have their public keys built in, and then change to it.',
  ],
  prepared: 'The next key is prepared, and its public key is published',
  rotate: 'Change the key',
  rotated: (key: string) => `New licences are signed with ${key}`,
  isPrepared: (key: string) => `New licences are signed with the prepared key ${key}.`,
  isNew: 'New licences are signed with a key that is created now.',
  unprepared:
    'Products that have their public keys built in refuse these licences until they have the new one. Prepare the next key first if there are such products.',
  stay: (count: number) =>
    formatText(
      '{count} {count|licence that was|licences that were} issued with the present key {count|stays|stay} valid: the key still verifies.',
      { count },
    ),
  profiles: (count: number) =>
    formatText(
      '{count} issuing {count|profile names|profiles name} the present key, and {count|uses|use} the new one.',
      {
        count,
      },
    ),
  final: 'A key that was changed does not sign again.',
  key: 'Key',
  state: 'State',
  from: 'Signs from',
  until: 'Signs until',
  licences: 'Licences issued',
  created: 'Created at',
};

const zh: typeof en = {
  title: '签名密钥',
  intro: '许可、设备租约和事件推送均由同一密钥签名，并以其公钥验证。产品可从以下地址获取公钥：',
  prepare: '准备下一个密钥',
  prepareAsk: ['将创建一个暂不用于签名的密钥，并立即公布其公钥。', '请先将公钥更新到内置公钥的产品中，再更换密钥。'],
  prepared: '下一个密钥已准备，其公钥已公布',
  rotate: '更换密钥',
  rotated: (key) => `新许可将使用密钥 ${key} 签名`,
  isPrepared: (key) => `新许可将使用待启用的密钥 ${key} 签名。`,
  isNew: '新许可将使用即时创建的新密钥签名。',
  unprepared: '内置公钥的产品在获得新公钥之前将拒绝新许可。如有此类产品，请先准备下一个密钥。',
  stay: (count) => formatText('以当前密钥签发的 {count} 份许可仍然有效：该密钥仍可用于验证。', { count }),
  profiles: (count) => formatText('{count} 个签发配置指定了当前密钥，将改用新密钥。', { count }),
  final: '更换后，原密钥不能再用于签名。',
  key: '密钥编号',
  state: '状态',
  from: '启用时间',
  until: '停用时间',
  licences: '签发的许可',
  created: '创建时间',
};

/** The texts of the page of signing keys, in the language of the user. */
export const signingKeyTexts = (): typeof en => (language() === 'zh' ? zh : en);
