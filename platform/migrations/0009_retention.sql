-- What is deleted by its age is found by its age.
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
