alter table "activation" drop constraint "activation_status_check";
alter table "activation" add constraint "activation_status_check" CHECK ((status = ANY (ARRAY[1, 4, 5, 2, 8]))) not valid;
alter table "activation" add column "kind" integer not null default 1;
alter table "activation" add constraint "activation_kind_check" check ("kind" in (1, 2)) not valid;
alter table "activation" add column "seats" integer not null default 1;
alter table "activation" add constraint "activation_seats_check" check ("seats" >= 1) not valid;
