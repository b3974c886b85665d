-- The most seats of a day that the console leased to machines, and those that it delegated to relays. Days before have neither.
alter table usage_day add column leased integer check (leased >= 0);
alter table usage_day add column delegated integer check (delegated >= 0);
