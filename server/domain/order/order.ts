import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../../../contract/entities/shared/period.ts';
import type { EntityRows } from '../../../contract/index.ts';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { isRole } from '../../../contract/roles/index.ts';
import type { Scalar } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { EntityRules, FieldValues, RowWithReferences } from '../../core/rules.ts';
import { isUsedAboveSql } from '../licence/use/usedAbove.ts';
import { coverUse, uncoverUse } from './addition.ts';
import { checkReissueRestored, reissuableHostsSql, reissueTerms } from './reissue.ts';
import { checkRenewal, endsInIntervalSql, endsWithinDaysSql } from './renewal.ts';

export type Order = EntityRows['order'];

const trialDays = 90;
/** The category of orders that issue a part of another order's hosts again. */
const reissueCategory = 1002;
const trialCategory = 1003;

interface Buyer {
  readonly enterprise_id: number;
  readonly user_id: number;
}

/** Enterprise users order for themselves; everybody else names the buyer (R-OCRE-11). */
function buyer(context: Context, values: FieldValues): Partial<Buyer> {
  const caller = callerOf(context);
  if (isRole(caller.role, 'Enterprise')) return { enterprise_id: caller.enterprise_id ?? 0, user_id: caller.id };
  return { enterprise_id: values.enterprise_id as number, user_id: values.user_id as number };
}

/** The buyer's enterprise, the owner of its user, and its grant of the product. */
interface FoundBuyer {
  readonly status: number;
  readonly sales_user_id: number | null;
  /** The enterprise of the user. */
  readonly of_user: number | null;
  /** The enterprise's grant of the product, if one is needed. */
  readonly grant: number | null;
}

/** The licence that an order renews, if any. */
const renewedLicence = ({ params }: FieldValues): number | null =>
  ((params as FieldValues | null | undefined)?.renews ?? null) as number | null;

/**
 * True if only one such order may be open: trials of a product, and renewals of a licence. They are created one after
 * the other.
 */
const isLimitedToOne = (order: FieldValues): boolean =>
  order.category_id === trialCategory || renewedLicence(order) !== null;

/**
 * The enterprise's grant of the ordered product, locked: it cannot be removed meanwhile, and if only one order may be
 * open, no other one can be created.
 */
function lockedGrant(enterprise_id: number, order: FieldValues) {
  const lock = sql.raw(isLimitedToOne(order) ? 'for no key update' : 'for key share');
  return sql<number | null>`(select id from enterprise_product
    where enterprise_id = ${enterprise_id} and product_id = ${order.product_id} and deleted_at is null ${lock})`;
}

/** The salesman and the grant of the buyer; the grant is locked. */
async function findBuyer(
  context: Context,
  { enterprise_id, user_id }: Buyer,
  values: FieldValues,
): Promise<FoundBuyer | undefined> {
  const isGranted = values.product_id && values.category_id !== reissueCategory;
  const grant = isGranted ? lockedGrant(enterprise_id, values) : sql`null::int`;
  const { rows } =
    await sql<FoundBuyer>`select e.status, e.sales_user_id, u.enterprise_id as of_user, ${grant} as "grant"
    from enterprise e left join users u on u.id = ${user_id} where e.id = ${enterprise_id}`.execute(context.trx);
  return rows[0];
}

/** Who buys, and what: the product, or the order that is issued again. */
function missingFields(order: FieldValues): FieldErrors {
  const isReissue = order.category_id === reissueCategory;
  const needed = { enterprise_id: 'required', user_id: 'required' } as const;
  const what = isReissue ? ({ parent_order_id: 'original_needed' } as const) : ({ product_id: 'required' } as const);
  const missing = Object.entries({ ...needed, ...what }).filter(([name]) => !order[name]);
  return Object.fromEntries(missing.map(([name, key]) => [name, [message(key)]]));
}

/**
 * Checks that the enterprise is approved and the user belongs to it.
 * @returns the buyer, its salesman and the grant
 * @throws 422 at the enterprise, the user, the product or the original order
 */
async function checkBuyer(context: Context, values: FieldValues) {
  const who = buyer(context, values);
  const missing = missingFields({ ...values, ...who });
  if (Object.keys(missing).length > 0) throw AppError.invalid(missing);
  const found: Partial<FoundBuyer> = (await findBuyer(context, who as Buyer, values)) ?? {};
  if (found.status !== 1) throw AppError.unprocessable('enterprise_not_approved', undefined, 'enterprise_id');
  if (found.of_user !== who.enterprise_id) throw AppError.unprocessable('user_not_of_enterprise', undefined, 'user_id');
  const { sales_user_id = null, grant = null } = found;
  return { who: who as Buyer, sales_user_id, grant };
}

/** Checks that the product is granted to the enterprise. */
function checkGranted(grant: number | null): void {
  if (grant === null) throw AppError.unprocessable('product_not_granted', undefined, 'product_id');
}

async function checkTrial(context: Context, enterprise_id: number, product_id: number): Promise<void> {
  const open = await context.trx
    .selectFrom('orders')
    .select('id')
    .where('category_id', '=', trialCategory)
    .where('enterprise_id', '=', enterprise_id)
    .where('product_id', '=', product_id)
    .where('status', 'in', [0, 1, 2])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('expired_at', 'is', null), eb('expired_at', '>', context.now)]))
    .executeTakeFirst();
  if (open) throw AppError.unprocessable('trial_open', undefined, 'product_id');
}

/** The product and the service type: those of the original for a reissue, otherwise those of the grant (C5, C11). */
async function orderedProduct(
  context: Context,
  enterprise_id: number,
  values: FieldValues,
  grant: number | null,
): Promise<FieldValues> {
  const requested = (values.params as FieldValues | undefined)?.service_type;
  if (values.category_id === reissueCategory) return reissueTerms(context, enterprise_id, values, requested);
  if (values.parent_order_id) throw AppError.unprocessable('parent_only_reissue', undefined, 'parent_order_id');
  if (requested === 'failback') throw AppError.unprocessable('failback_service', undefined, 'params.service_type');
  checkGranted(grant);
  if (values.category_id === trialCategory) await checkTrial(context, enterprise_id, values.product_id as number);
  return { product_id: values.product_id, service_type: 'standard' };
}

/** The next code, drawn where the order is inserted: `ORD2026112300042`, with more digits if five are not enough. */
function nextCode({ now }: Context): RawBuilder<string> {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  return sql`${`ORD${day}`}::text || to_char(nextval('order_code'), 'FM9999900000')`;
}

async function beforeCreate(context: Context, values: FieldValues): Promise<FieldValues> {
  const caller = callerOf(context);
  const { who, sales_user_id, grant } = await checkBuyer(context, values);
  const { service_type, ...what } = await orderedProduct(context, who.enterprise_id, values, grant);
  const params = (values.params ?? {}) as FieldValues;
  const renews = renewedLicence(values);
  if (renews !== null) await checkRenewal(context, { ...values, ...who, ...what }, renews);
  await coverUse(context, { ...values, ...who, ...what });
  const originator = isRole(caller.role, 'SalesMan') || caller.behalf_id ? 'sales' : 'enterprise';
  return {
    ...values,
    ...who,
    ...what,
    sales_user_id,
    params: { ...params, service_type, originator },
    code: nextCode(context),
    status: 0,
  };
}

/**
 * Checks that a restored order still fits, since another one may have replaced it: a part of its original, the only
 * trial of a product, the only renewal of a licence, an addition to one (C5, B40, D4, D12).
 * @throws 422
 */
async function beforeRestore(context: Context, order: Order): Promise<void> {
  await checkReissueRestored(context, order);
  const { enterprise_id, product_id } = order;
  const values: FieldValues = { ...order };
  if (order.status === 0) await coverUse(context, values);
  if (order.status !== 0 || enterprise_id === null || product_id === null || !isLimitedToOne(values)) return;
  await sql`select ${lockedGrant(enterprise_id, values)}`.execute(context.trx);
  if (order.category_id === trialCategory) await checkTrial(context, enterprise_id, product_id);
  const renews = renewedLicence(values);
  if (renews !== null) await checkRenewal(context, values, renews);
}

/** The order comes to nothing. */
async function end(context: Context, order: Order, input: FieldValues): Promise<FieldValues> {
  await uncoverUse(context, order);
  return input;
}

/** B40, for everyone who sets the period. */
function checkPeriod(order: Order, use_period: unknown): void {
  if (order.category_id === trialCategory && (use_period as number) > trialDays)
    throw AppError.unprocessable('trial_period', undefined, 'use_period');
}

async function confirm(_context: Context, order: Order, input: FieldValues): Promise<FieldValues> {
  checkPeriod(order, input.use_period);
  return input;
}

async function approve(context: Context, order: Order, input: FieldValues): Promise<FieldValues> {
  if (order.confirmer_id === callerOf(context).id) throw AppError.unprocessable('confirmer_approves');
  const use_period = (input.use_period ?? order.use_period) as number | null;
  const assign_period = (input.assign_period ?? order.assign_period) as number | null;
  if (!use_period || !assign_period) throw AppError.unprocessable('period_required');
  checkPeriod(order, use_period);
  return {
    ...input,
    use_period,
    assign_period,
    expired_at: daysAfter(context.now, assign_period),
    available_hosts: order.purchased_hosts,
  };
}

/** The first reason why nothing can be allocated from an order now; undefined if something can (C4). */
export function whyUnavailable(order: RowWithReferences<Order>, now: Date): MessageKey | undefined {
  if (order.status !== 2) return 'reason_not_approved';
  if (order.expired_at !== null && order.expired_at <= now) return 'reason_expired';
  if (order.available_hosts < 1) return 'reason_used_up';
  if (order['enterprise.status'] !== 1) return 'reason_enterprise';
  return undefined;
}

const ledgerColumns = ['status', 'expired_at', 'available_hosts'] as const;
const availabilityColumns = [...ledgerColumns, 'enterprise.status'] as const;

/** B7: 0 not effective, 1 usable, 2 used up, 3 expired. */
function usageStatus(order: Order, now: Date): number {
  if (order.status !== 2) return 0;
  if (order.expired_at !== null && order.expired_at <= now) return 3;
  return order.available_hosts < 1 ? 2 : 1;
}

/** Orders that can serve a project: of its enterprise and product, and tied to it if they are tied at all (B39). */
const servesProject = (
  id: Scalar,
) => sql<SqlBool>`t.enterprise_id = (select enterprise_id from project where id = ${id})
    and t.product_id = (select product_id from project where id = ${id}) and (
    not exists (select 1 from order_project x where x.order_id = t.id and x.deleted_at is null)
    or exists (select 1 from order_project x where x.order_id = t.id and x.project_id = ${id} and x.deleted_at is null))`;

/**
 * `unavailability` in SQL over the table `t`: true if something can be allocated from the order now. The subquery reads
 * one enterprise for each examined order; `exists` would read all of them first.
 */
const isUsable = (now: Date) => sql<SqlBool>`(t.status = 2 and coalesce(t.expired_at > ${now}, true)
    and t.available_hosts >= 1 and coalesce((select e.status from enterprise e where e.id = t.enterprise_id) = 1, false))`;

const withLicence = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`t.id in (select a.order_id from assignment a where a.deleted_at is null and ${condition})`;

const parameters: EntityRules<'order'>['parameters'] = {
  project_id: servesProject,
  expires_within: (days, now) => withLicence(endsWithinDaysSql('a', now, days)),
  ends_in: (value) => withLicence(endsInIntervalSql('a', value)),
  is_available: (wanted, now) => sql<SqlBool>`${isUsable(now)} = ${wanted}`,
  used_above: (wanted) => {
    const found = withLicence(isUsedAboveSql('a', true));
    return wanted === true ? found : sql<SqlBool>`not ${found}`;
  },
  renews: (id) => sql<SqlBool>`t.params ->> 'renews' = ${id}::text`,
  // Each part is found by an index of its own.
  follows: (id) => sql<SqlBool>`(t.params ->> 'renews' = ${id}::text or t.params ->> 'adds_to' = ${id}::text)`,
  task_status: (status) => withLicence(sql<SqlBool>`a.status = 0 and a.task_status = ${status}`),
  mail_status: (status) =>
    sql<SqlBool>`t.id in (select a.order_id from assignment a join mail m on m.assignment_id = a.id
      where m.deleted_at is null and m.status = ${status})`,
};

/**
 * The rules of orders: creation, the effect of each step, and fields computed from status, expiry and available hosts.
 */
export const order: EntityRules<'order'> = {
  beforeCreate,
  beforeRestore,
  beforeRemove: uncoverUse,
  transitions: { confirm, approve, reject: end, turn_down: end, cancel: end },
  computed: {
    order_status: { from: ledgerColumns, value: (row, { now }) => usageStatus(row, now), isFilled: true },
    is_available: {
      from: availabilityColumns,
      value: (row, { now }) => whyUnavailable(row, now) === undefined,
      isFilled: true,
    },
    unavailability_reason: {
      from: availabilityColumns,
      value(row, { now, language }) {
        const reason = whyUnavailable(row, now);
        return reason ? translateMessage(reason, language) : null;
      },
    },
  },
  columns: { reissuable_hosts: reissuableHostsSql },
  parameters,
};
