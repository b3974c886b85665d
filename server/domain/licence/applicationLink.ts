import { timingSafeEqual } from 'node:crypto';
import { daysAfter } from '../../../contract/entities/shared/period.ts';
import { message } from '../../../contract/messages/message.ts';
import { applicationPage } from '../../../contract/screens/address.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { audit } from '../../db/write/audit.ts';
import { insert } from '../../db/write/store.ts';
import { type Application, checkSource, completeApplication, notifyFiled, projectOf } from './application.ts';

/** The content of a link: the project, the source of its applications, when it expires, and who made it (B30). */
interface Link {
  project_id: number;
  source: 0 | 3 | 4;
  exp: number;
  by: number;
}

const purpose = 'application-link';
const invalid = () => new AppError(404, message('link_invalid'));

const encode = (link: Link): string => Buffer.from(JSON.stringify(link)).toString('base64url');

/** A signed token for the project: it cannot be made or changed without our key. */
export async function makeLink(context: Context, input: { project_id: number; source: number; days: number }) {
  await checkSource(context, await projectOf(context, input.project_id), input.source, 'source');
  const expires_at = daysAfter(context.now, input.days);
  const { project_id } = input;
  const source = input.source as Link['source'];
  const body = encode({ project_id, source, exp: expires_at.getTime(), by: callerOf(context).id });
  const token = `${body}.${context.secrets.mac(purpose, body)}`;
  await audit(context, {
    action: 'make_link',
    entity: 'project',
    id: input.project_id,
    after: { source, expires_at },
  });
  return { token, url: `${context.settings.publicUrl}${applicationPage}/${token}`, expires_at };
}

function verifyToken(context: Context, token: string): Link {
  const [body = '', mac = ''] = token.split('.');
  const right = Buffer.from(context.secrets.mac(purpose, body));
  const given = Buffer.from(mac);
  if (right.length !== given.length || !timingSafeEqual(right, given)) throw invalid();
  const link = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Link;
  if (link.exp <= context.now.getTime()) throw invalid();
  return link;
}

/**
 * The link with its project, as long as both are valid.
 * @throws 404
 */
export async function openLink(context: Context, token: string) {
  const link = verifyToken(context, token);
  const found = await context.trx
    .selectFrom('project as p')
    .innerJoin('product as d', 'd.id', 'p.product_id')
    .innerJoin('enterprise as e', 'e.id', 'p.enterprise_id')
    .select(['p.name as project_name', 'd.name as product_name', 'd.metering', 'd.unit'])
    .where('p.id', '=', link.project_id)
    .where('p.status', '=', 1)
    .where('p.enabled', '=', true)
    .where('p.deleted_at', 'is', null)
    .where('e.status', '=', 1)
    .executeTakeFirst();
  if (!found) throw invalid();
  const { metering, unit, ...names } = found;
  return {
    link,
    shown: { ...names, product: { metering, unit }, source: link.source, expires_at: new Date(link.exp) },
  };
}

/** Files an application without an account (B30). */
export async function applyByLink(
  context: Context,
  token: string,
  input: { hosts: number; mail: string; comment?: string | null | undefined },
): Promise<void> {
  const { link } = await openLink(context, token);
  const mails = { scan_mail: input.mail };
  const values = { project_id: link.project_id, hosts: input.hosts, comment: input.comment ?? null, mails };
  const whole = (await completeApplication(context, values, link.source)) as Partial<Application>;
  const row = await insert(context, 'application', whole, { action: 'apply', after: values });
  await notifyFiled(context, row);
}
