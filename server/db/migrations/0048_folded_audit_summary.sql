-- As of the other summaries (0043); this one is small.
alter table "audit_summary__entity__action__result" add column "_folded" boolean not null default false;
create index "audit_summary__entity__action__result_new" on "audit_summary__entity__action__result" ("entity", "action", "result") where not "_folded";
