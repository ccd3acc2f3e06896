-- Mails of functions carry headers of their own, such as List-Unsubscribe, and may be answered to somebody else.
alter table _platform.outbox
  add column headers jsonb not null default '{}',
  add column reply_to text;
comment on column _platform.outbox.headers is 'Further headers of the mail by name.';
comment on column _platform.outbox.reply_to is 'Who gets the answers; null for the sender.';
