alter table "product_license" add column "reminder_days" jsonb not null default '[]';
