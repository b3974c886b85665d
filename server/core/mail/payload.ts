import { assignment as declaration } from '../../../contract/entities/assignment.ts';
import type { EntityRows } from '../../../contract/index.ts';
import type { StoredLanguage } from '../../../contract/messages/label.ts';
import { productUnit } from '../../../contract/values/unit.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import type { Context } from '../context.ts';
import type { MailGroup } from './layout.ts';

/** The recipient, language, time zone and id of a mail. */
interface MailEnvelope {
  address: string;
  language: StoredLanguage;
  /** The time zone in which the recipient reads points in time. */
  zone: string;
  message_id: string;
}

/** A mail of a notice: its title, its text, and the address of its record. */
export interface NoticeMail extends MailEnvelope {
  notice: { title: string; text: string; url: string };
}

/** A mail with the link of a forgotten password or an invitation. */
export interface AccountMail extends MailEnvelope {
  account: {
    kind: 'reset' | 'invitation';
    /** The login name. */
    name: string;
    /** The name by which the mail addresses the person. */
    person: string;
    /** Who invited; empty if that is not known. */
    by: string;
    url: string;
    /** Does the same as the link, where the link cannot be opened. */
    code: string;
  };
}

/** A mail with the notices of a day. */
export interface DailyMail extends MailEnvelope {
  daily: {
    groups: readonly MailGroup[];
    /** The number of all notices; the groups may have only the first of them. */
    total: number;
    /** The page with all notices. */
    url: string;
  };
}

export type OutgoingMail = LicenceMail | NoticeMail | DailyMail | AccountMail;

/** A mail with the licence that it delivers. */
export interface LicenceMail extends MailEnvelope {
  send_flag: EntityRows['mail']['send_flag'];
  licence: {
    id: string;
    key: string;
    token: string;
    expired_at: Date | null;
    quantity: number;
    /** The unit of the quantity; null for hosts (B18). */
    unit: string | null;
    order: string;
    /** One of `orderTypes`. */
    order_type: number;
    project: string;
    product: string;
    enterprise: string;
  };
}

/** The data of an issued licence that its mail shows. */
export async function mailedLicence(context: Context, assignment_id: number): Promise<LicenceMail['licence']> {
  const found = await context.trx
    .selectFrom('assignment as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('project as p', 'p.id', 'a.project_id')
    .innerJoin('product as d', 'd.id', 'p.product_id')
    .innerJoin('enterprise as e', 'e.id', 'a.enterprise_id')
    .select(['a.id', 'a.jti', 'a.lic_key', 'a.lic_secret', 'a.expired_at', 'a.hosts as quantity'])
    .select([
      'o.code as order',
      'o.category_id as order_type',
      'p.name as project',
      'd.name as product',
      'e.name as enterprise',
    ])
    .select(['d.metering', 'd.unit'])
    .where('a.id', '=', assignment_id)
    .executeTakeFirstOrThrow();
  const { jti, lic_key, lic_secret: _, id: __, metering, unit, ...rest } = found;
  const token = decryptField(context.secrets, declaration, 'lic_secret', found) ?? '';
  return {
    ...rest,
    unit: productUnit({ metering, unit }),
    order: rest.order ?? '',
    id: jti ?? '',
    key: lic_key ?? '',
    token,
  };
}
