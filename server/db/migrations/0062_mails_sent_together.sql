alter table "mail" add column "sent_with" text;
comment on column "mail"."sent_with" is '0 to 100 characters: line';
