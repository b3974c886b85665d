-- Indexes for what the product asks by itself, where no list filters or sorts by it.
-- The language of a mail is that of the user whose address it goes to (C8).
create index users_liaison_mail_idx on users ((params ->> 'liaison_mail')) where deleted_at is null;
-- The timeline of an order also tells of allocations that were deleted since.
create index assignment_order_idx on assignment (order_id);
-- The revocation list tells of every licence that was cancelled after its issue, whatever became of the record (C4).
create index assignment_revoked_idx on assignment (id) where status = 8 and issued_at is not null;
-- States of sign-ins that nobody came back from are forgotten (C19).
create index oauth_state_created_at_idx on oauth_state (created_at);
