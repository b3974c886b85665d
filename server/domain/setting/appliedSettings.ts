import { type PasswordRule, usualPasswordRule } from '../../../contract/access/passwordRule.ts';
import { retentionSetting } from '../../../contract/entities/retentionSetting.ts';
import type { EntityRows } from '../../../contract/index.ts';
import type { Language } from '../../../contract/messages/label.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { withFallback } from '../../../contract/values/brand.ts';
import type { DomainSettings, SessionLimits } from '../../core/context.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { Environment } from '../../core/setting/environment.ts';
import type { LiveSettings } from '../../core/setting/liveSettings.ts';
import type { RetainedData, Retention } from '../../core/setting/retention.ts';
import { serverAddress } from './mailSetting.ts';
import { type DingtalkApp, dingtalkApp } from './signInSetting.ts';

const hourMs = 3_600_000;

/** What the environment sets, and the defaults of what it does not (server/start/config.ts). */
export interface ConfiguredSettings {
  readonly session: SessionLimits;
  readonly secondFactor: DomainSettings['secondFactor'];
  readonly signInMails: boolean;
  readonly mailFrom: string;
  readonly mailFromZh: string;
  readonly smtpUrl: string | undefined;
  readonly dingtalk: DingtalkApp | undefined;
  readonly environment: Environment;
}

type SettingName = 'sign_in_setting' | 'mail_setting' | 'product_setting' | 'retention_setting';

type Applied = Pick<
  DomainSettings,
  | 'session'
  | 'secondFactor'
  | 'retention'
  | 'passwordRule'
  | 'confirmLicences'
  | 'signInMails'
  | 'senders'
  | 'productName'
  | 'colour'
  | 'logo'
>;

/** The settings that hold now: those of the environment, else what is stored, else the defaults. */
export class AppliedSettings implements Applied {
  private readonly config: ConfiguredSettings;
  private readonly live: LiveSettings;
  private readonly secrets: Secrets;

  constructor(config: ConfiguredSettings, live: LiveSettings, secrets: Secrets) {
    this.config = config;
    this.live = live;
    this.secrets = secrets;
  }

  get session(): DomainSettings['session'] {
    const { idleMs, maxAgeMs } = this.config.session;
    const idle = this.stored('sign_in_setting', 'idle_hours');
    const most = this.stored('sign_in_setting', 'max_days');
    return {
      idleMs: idle === undefined ? idleMs : Number(idle) * hourMs,
      maxAgeMs: most === undefined ? maxAgeMs : Number(most) * 24 * hourMs,
    };
  }

  get secondFactor(): DomainSettings['secondFactor'] {
    const { roles, graceDays } = this.config.secondFactor;
    return {
      roles: (this.stored('sign_in_setting', 'factor_roles') as readonly Role[] | undefined) ?? roles,
      graceDays: this.stored('sign_in_setting', 'grace_days') ?? graceDays,
    };
  }

  get retention(): Retention {
    const days = (name: RetainedData) =>
      this.value('retention_setting', name) ?? Number(retentionSetting.fields[name].default);
    return {
      session_days: days('session_days'),
      delivery_days: days('delivery_days'),
      job_days: days('job_days'),
      usage_days: days('usage_days'),
    };
  }

  get passwordRule(): PasswordRule {
    return {
      length: this.value('sign_in_setting', 'password_length') ?? usualPasswordRule.length,
      personal: this.value('sign_in_setting', 'password_personal') ?? usualPasswordRule.personal,
    };
  }

  get confirmLicences(): boolean {
    return this.value('sign_in_setting', 'confirm_licences') ?? false;
  }

  get signInMails(): boolean {
    return this.stored('sign_in_setting', 'sign_in_mails') ?? this.config.signInMails;
  }

  get senders(): Readonly<Record<Language, string>> {
    const { mailFrom, mailFromZh, environment } = this.config;
    const en = this.stored('mail_setting', 'sender_en');
    const zh = this.stored('mail_setting', 'sender_zh');
    // A Chinese sender of the environment comes before what is stored; the one that it falls back to does not.
    return { en: en ?? mailFrom, zh: zh ?? (environment['MAIL_FROM_ZH'] ? mailFromZh : (en ?? mailFromZh)) };
  }

  get productName(): DomainSettings['productName'] {
    return {
      en: this.stored('product_setting', 'name_en') ?? undefined,
      zh: this.stored('product_setting', 'name_zh') ?? undefined,
    };
  }

  get colour(): DomainSettings['colour'] {
    const of = (name: 'colour_en' | 'colour_zh') => this.stored('product_setting', name);
    return withFallback({ en: of('colour_en'), zh: of('colour_zh') });
  }

  get logo(): DomainSettings['logo'] {
    const of = (name: 'logo_en' | 'logo_zh') => this.stored('product_setting', name);
    return withFallback({ en: of('logo_en'), zh: of('logo_zh') });
  }

  /** The address of the mail server; undefined: e-mails are saved as files. */
  get smtpUrl(): string | undefined {
    if (this.config.smtpUrl) return this.config.smtpUrl;
    const row = this.live.row('mail_setting') as EntityRows['mail_setting'] | undefined;
    return row && serverAddress(this.secrets, row);
  }

  /** The app at DingTalk. Without one, the login page does not offer DingTalk. */
  get dingtalk(): DingtalkApp | undefined {
    const row = this.live.row('sign_in_setting') as EntityRows['sign_in_setting'] | undefined;
    return this.config.dingtalk ?? (row && dingtalkApp(this.secrets, row));
  }

  /** True if DingTalk's own second factor is enough: this product asks for none. */
  get dingtalkTrustsFactor(): boolean {
    return this.value('sign_in_setting', 'dingtalk_trusts_factor') ?? false;
  }

  private stored<Name extends SettingName, Key extends string & keyof EntityRows[Name]>(
    entity: Name,
    field: Key,
  ): NonNullable<EntityRows[Name][Key]> | undefined {
    return this.live.stored(entity, field) as NonNullable<EntityRows[Name][Key]> | undefined;
  }

  /** The value of the environment, else what is stored; for fields that `server/start/config.ts` does not read. */
  private value<Name extends SettingName, Key extends string & keyof EntityRows[Name]>(
    entity: Name,
    field: Key,
  ): NonNullable<EntityRows[Name][Key]> | undefined {
    return this.live.value(entity, field) as NonNullable<EntityRows[Name][Key]> | undefined;
  }
}
