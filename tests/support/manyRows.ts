import type { Cast } from './cast.ts';
import { fillOrders, runPatiently, settled, withoutIndexes } from './manyOrders.ts';

/** Customers and users: 20,000 enterprises of 200 additional salesmen, each with a user and a sub-user. */
const people = [
  `insert into users (name, nick_name, role_id) select 'seller.' || g, 'Seller ' || g, 3 from generate_series(1, 200) g`,
  `insert into enterprise (name, code, status, sales_user_id)
    select 'Customer ' || g, 'C-' || g, 1, s.id from generate_series(1, 20000) g
    join (select id, row_number() over (order by id) - 1 as n from users where name like 'seller.%') s on s.n = g % 200`,
  `insert into users (name, nick_name, role_id, enterprise_id, phone, language, params)
    select lower(code), name, 4, id, '1390000' || id, 'en', json_build_object('liaison_mail', lower(code) || '@x.example')
    from enterprise where code like 'C-%'`,
  `insert into users (name, nick_name, role_id, enterprise_id, parent_id)
    select name || '.sub', nick_name, 5, enterprise_id, id from users where name like 'c-%' and role_id = 4`,
  `insert into user_product (user_id, product_id)
    select u.id, p.id from users u cross join product p where u.name like 'seller.%'`,
  `insert into enterprise_product (enterprise_id, product_id) select id, 2 + id % 19 from enterprise where code like 'C-%'`,
  `insert into user_oauth (user_id, union_id) select id, 'union-' || id from users where role_id = 4`,
  `insert into saved_view (screen, name, query, user_id) select 'order', 'Mine', '{}', id from users where role_id = 4`,
];

/** 100,000 licences with their mails, of 20,000 projects; some failed, some withdrawn, some in progress. */
const licences = [
  `insert into project (id, name, enterprise_id, product_id, license_key, status)
    select 1000 + id / 5, 'Project ' || id, enterprise_id, product_id, 'KEY-O-' || id, 1 from orders where id % 5 = 0`,
  `select setval(pg_get_serial_sequence('project', 'id'), 21000)`,
  `insert into order_project (order_id, project_id) select id, 1000 + id / 5 from orders where id % 5 = 0`,
  `insert into application (source, status, enterprise_id, project_id, product_id, hosts)
    select 1, case when id % 500 = 0 then 0 else 1 end, enterprise_id, 1000 + id / 5, product_id, 1
    from orders where id % 5 = 0`,
  `insert into assignment (order_id, project_id, enterprise_id, allocation_id, hosts, status, lic_key, lic_secret,
      issued_at, expired_at, task_uuid, task_status, task_started_at, jti, created_at, updated_at)
    select id, 1001 + id / 5, enterprise_id, case when id % 5 = 0 then id / 5 end, 1, state,
      'KEY-' || id, case when state > 0 then 'sealed' end,
      case when state > 0 then created_at end, case when state > 0 then created_at + interval '365 days' end,
      gen_random_uuid(), (array['succeed', 'failed', 'running'])[1 + case when state > 0 then 0 else 1 + id % 2 end],
      case when state = 0 then now() else created_at end, gen_random_uuid(), created_at, created_at
    from (select *, case when id % 400 = 0 then 0 when id % 40 = 1 then 8 else 1 end as state from orders) made
    where id / 5 < 20000`,
  `insert into mail (assignment_id, enterprise_id, key, address, language, status, message_id, sent_at)
    select id, enterprise_id, 'project_mail', 'p' || id || '@x.example', 'en',
      case when id % 400 = 0 then 9 when id % 400 = 1 then 0 else 1 end, '<' || id || '@x.example>', issued_at
    from assignment`,
  `insert into usage_record (assignment_id, month, used, peak, told_at)
    select id, '2026-0' || m, 1, 1, now() from assignment cross join generate_series(1, 3) m where id % 4 = 0`,
  `insert into usage_day (assignment_id, day, used)
    select id, current_date - d, 1 from assignment cross join generate_series(0, 5) d where id % 4 = 0`,
  `update assignment set used_above = 1, above_since = now() - interval '1 day' where id % 500 = 4 and status = 1`,
  `insert into activation (assignment_id, enterprise_id, name, fingerprint, seat, status, renewed_at, expires_at,
      released_at)
    select id, enterprise_id, 'Machine ' || id || '-' || m, 'fingerprint-' || id || '-' || m, 1,
      case when m = 1 then 8 when m = 2 then 2 else 1 end, now(),
      case when m = 3 then now() + interval '5 days' else now() - interval '5 days' end,
      case when m = 1 then now() - interval '9 days' end
    from assignment cross join generate_series(1, 3) m where id % 4 = 0`,
  `insert into activation (assignment_id, enterprise_id, name, kind, fingerprint, seat, seats, status, renewed_at, expires_at)
    select id, enterprise_id, 'Relay ' || id, 2, 'relay-' || id, 2, 5, case when id % 40 = 0 then 5 else 4 end, now(),
      now() + interval '20 days'
    from assignment where id % 20 = 0`,
  `insert into relay_day (assignment_id, activation_id, day, seats, machines)
    select assignment_id, id, current_date - d, 3, 3 from activation cross join generate_series(0, 5) d where kind = 2`,
  `insert into sent_reminder (notice, at, record_id, hours, created_at)
    select 'licence_expiring', expired_at, id, d * -24, now() from assignment cross join unnest(array[30, 7, 1]) d
    where status = 1 and expired_at <= now() + d * interval '1 day'`,
];

/** An audit entry for each order and licence, messages, sessions, and stored request keys. */
const events = [
  `insert into audit (action, entity, entity_id, actor_id, created_at)
    select 'create', 'order', id, user_id, created_at from orders
    union all select 'allocate', 'assignment', id, user_id, created_at from assignment`,
  `insert into audit_seal (seq, audit_id, mac)
    select row_number() over (order by a.id), a.id, 'mac' from audit a left join audit_seal s on s.audit_id = a.id
    where s.audit_id is null`,
  `insert into audit_checkpoint (seq, mac, signature) select g, 'mac', 'signature' from generate_series(1, 5000) g`,
  `insert into notification (uuid, user_id, module, record_id, notice, status)
    select gen_random_uuid(), user_id, 'order', id, 'order.approve', id % 50 > 0 from orders`,
  `insert into session (key_hash, user_id, seen_at, expires_at, ended_at, created_at)
    select 'hash-' || id, user_id, now() - id * interval '1 minute', now() + interval '7 days' - id * interval '1 minute',
      case when id > 300 then now() end, now() - id * interval '1 minute' from orders where id <= 50000`,
  `insert into idempotency (caller_id, path, key, body_hash, created_at)
    select user_id, '/v1/order', 'key-' || id, 'hash', now() - id % 1442 * interval '1 minute' from orders where id % 2 = 0`,
  `insert into subscription (code, company, contact_man, contact_mail, hosts, status, enterprise_id, product_id,
      period_start_at, period_end_at, auto_renew)
    select 'S-' || id, 'Company ' || id, 'Ann', 'ann@x.example', 1, case when id % 10 = 0 then 1 else 9 end, enterprise_id,
      product_id, now() - interval '370 days', now() + (id % 3650 - case when id % 10 = 0 then 3 else 3650 end) * interval '1 day',
      id % 2 = 0
    from orders where id <= 20000`,
  `insert into payment (subscription_id, amount, currency, paid_at)
    select id, 100, 'CNY', now() from subscription`,
  `insert into rate_limit (key, points, expire)
    select 'mail_resend:user ' || g, 1, (extract(epoch from now()) * 1000)::bigint + g * 1000 from generate_series(1, 5000) g`,
  `insert into record_change (x, at, entity, record_id, version, action)
    select (3 + g / 50)::text::xid8, now() - (50000 - g) * interval '15 milliseconds', 'order', g, 2, 'update'
    from generate_series(1, 50000) g`,
  `insert into oauth_state (state_hash, verifier_hash, uri, created_at)
    select 'hash-' || g, 'hash', '/login', now() - g % 605 * interval '1 second' from generate_series(1, 5000) g`,
  `insert into identity_provider (label_en, label_zh, issuer, client_id)
    values ('Sign in', '登录', 'https://id.example', 'console')`,
  `insert into role_variant (name, role_id, withheld) values ('Sales without export', 3, '["order:export"]')`,
  `insert into oidc_state (state_hash, verifier_hash, provider_id, nonce, code_verifier, created_at)
    select 'hash-' || g, 'hash', 1, 'nonce', 'verifier', now() - g % 605 * interval '1 second'
    from generate_series(1, 5000) g`,
  `insert into user_identity (user_id, provider_id, issuer, subject, created_at)
    select 1 + g % 100, 1, 'https://id.example', 'subject-' || g, now() from generate_series(1, 5000) g`,
  `insert into service_account (name, role) values ('Directory', 'GeneralAdmin')`,
  `insert into directory_user (account_id, user_id, user_name, external_id, created_at, updated_at)
    select a.id, u.id, u.name || '@mail.example', 'external-' || u.id, now(), now()
    from users u cross join service_account a where u.kind = 'person'`,
  `insert into provider_session (provider_id, subject, sid, created_at)
    select 1, 'subject-' || g, 'sid-' || g, now() - g * interval '1 second' from generate_series(1, 5000) g`,
  `insert into logout_token (token_hash, created_at)
    select 'hash-' || g, now() - g * interval '1 second' from generate_series(1, 5000) g`,
  `insert into account_ticket (kind, user_id, token_hash, code_mac, created_at, expires_at)
    select 'reset', 1 + g % 100, 'hash-' || g, 'mac', now() - g * interval '10 minutes', now() - (g - 3) * interval '10 minutes'
    from generate_series(1, 5000) g`,
  `insert into daily_notice (user_id, notice, record_id, "values", language, due_at, mail_id, created_at)
    select id, 'order.approve', n, '{"code": "A"}', 'en',
      case when id <= 100 then now() - interval '1 minute' else now() + id * interval '1 second' end,
      case when n = 1 then (select min(m.id) + u.id from mail m) end, now() - (n - 1) * interval '40 days'
    from users u cross join generate_series(1, 10) n where u.kind = 'person' and u.id <= 500`,
  `insert into second_factor (user_id) select id from users where id > 100`,
  `insert into recovery_code (user_id, code_hash) select id, 'hash-' || id from users where id > 100`,
  `insert into passkey (user_id, name, credential_id, public_key, counter, transports, created_at)
    select id, 'Key', 'credential-' || id, 'key', 0, '{}', now() from users where id > 100`,
  `insert into passkey_challenge (challenge, purpose, subject, expires_at)
    select 'challenge-' || g, 'sign_in', 'network ' || g, now() + g * interval '60 milliseconds'
    from generate_series(1, 5000) g`,
];

/** Fills a world without orders until every growing table is long, and updates the planner statistics. */
export async function fillEverything(cast: Cast): Promise<void> {
  await withoutIndexes(cast, async () => {
    await fillOrders(cast);
    // The inserted references are valid, so the foreign keys of each row are not checked.
    await runPatiently(cast.database, ['set session_replication_role = replica', ...people, ...licences, ...events]);
  });
  await settled(cast);
}
