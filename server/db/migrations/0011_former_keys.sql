-- What is kept of former secret keys, sealed with the present one: how what they authenticated is still checked
-- (docs/decisions/0013).
alter table secret_key add column former text;
