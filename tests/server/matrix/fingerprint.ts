/**
 * Everything that a denied request might have changed, as one number per table; without what the clock writes meanwhile,
 * such as the seats in use by day.
 */
export const fingerprint = `select json_object_agg(name, sum) as world from (${[
  'users enterprise product product_license user_product enterprise_product project orders order_project application',
  'assignment mail subscription payment notification user_oauth session saved_view activation usage_record relay_day idempotency oauth_state account_ticket daily_notice second_factor recovery_code passkey passkey_challenge stored_file service_account webhook identity_provider product_setting retention_setting sign_in_setting mail_setting role_variant user_identity directory_user oidc_state provider_session logout_token',
]
  .join(' ')
  .split(' ')
  .map((table) => {
    const row = table === 'session' ? `(id, ended_at, deleted_at)::text` : 't::text';
    return `select '${table}' as name, (select coalesce(sum(hashtext(${row})::bigint), 0) || '/' || count(*) from ${table} t) as sum`;
  })
  .join(' union all ')} union all
  select 'jobs', (select count(*)::text from job)) as w`;
