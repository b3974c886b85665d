alter table account_ticket drop constraint account_ticket_method_check;
alter table account_ticket add constraint account_ticket_method_check check (method in ('password', 'provider', 'oidc'));
