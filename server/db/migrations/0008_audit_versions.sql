-- The names of users as they look, so that no two look alike.
create index users_look_idx on users (lower(replace(translate(name, '01I', 'Oll'), 'm', 'rn'))) where deleted_at is null;
