-- What two people could not settle, what each of them shows of it, and who decided.

create table billing.commission_disputes (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  opened_by text not null check (opened_by in ('client', 'creator', 'bank')),
  reason text not null check (reason in ('not_delivered', 'not_as_described', 'quality', 'rights', 'behaviour', 'payment')),
  before text not null check (before in ('funded', 'in_progress', 'delivered', 'revision')),
  state text not null default 'open' check (state in ('open', 'proposed', 'ruled', 'appealed', 'closed')),
  percent int check (percent between 0 and 100 and percent % 10 = 0),
  words text check (char_length(words) between 1 and 2000),
  precedent text not null default '' check (char_length(precedent) <= 40),
  decided_by uuid,
  confirmed_by uuid,
  decided_at timestamptz,
  appeal_until timestamptz,
  is_appealed boolean not null default false,
  opened_at timestamptz not null default billing.clock(),
  closed_at timestamptz,
  constraint commission_disputes_closed check ((state = 'closed') = (closed_at is not null)),
  constraint commission_disputes_decided check (state in ('open', 'closed') or percent is not null and words is not null and decided_by is not null)
);
comment on table billing.commission_disputes is
  'A dispute freezes the order by its state. The other side answers for 3 days, both add until day 5, the staff rules by day 7.';
comment on column billing.commission_disputes.before is 'Where the order goes back to if it is withdrawn.';
comment on column billing.commission_disputes.state is
  'open; proposed: one of the two that must agree has ruled; ruled: waits five days for an appeal; appealed: another person decides; closed.';
comment on column billing.commission_disputes.percent is 'The creator''s share.';
create unique index commission_disputes_one_open on billing.commission_disputes (commission_id) where closed_at is null;
create index commission_disputes_of on billing.commission_disputes (commission_id, id desc);

create table billing.dispute_entries (
  id uuid primary key default app.uuid_v7(),
  dispute_id uuid not null references billing.commission_disputes,
  side text not null check (side in ('client', 'creator')),
  words text check (char_length(words) between 1 and 1000),
  files uuid[] not null default '{}',
  messages jsonb not null default '[]' check (jsonb_typeof(messages) = 'array' and octet_length(messages::text) <= 98304),
  is_appeal boolean not null default false,
  at timestamptz not null default billing.clock(),
  constraint dispute_entries_size check (cardinality(files) + jsonb_array_length(messages) <= 10)
);
comment on column billing.dispute_entries.messages is
  'Messages that a party shows, each with the key of that one message and what its signature can be held against (E2EE §12): nothing else is read by anybody.';
create index dispute_entries_of on billing.dispute_entries (dispute_id, id);

create table billing.commission_reviews (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  author_id uuid not null,
  subject_id uuid not null,
  role text not null check (role in ('client', 'creator')),
  rating smallint not null check (rating between 1 and 5),
  words text not null check (char_length(words) <= 600),
  answer text check (char_length(answer) between 1 and 600),
  at timestamptz not null default billing.clock(),
  unique (commission_id, role)
);
comment on table billing.commission_reviews is
  'What the two say of each other afterwards: nobody sees the other''s before both have written or fourteen days have passed.';
create index commission_reviews_about on billing.commission_reviews (subject_id, id desc);

create table billing.commission_files (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  step smallint not null,
  side text not null check (side in ('client', 'creator')),
  kind text not null check (kind in ('reference', 'sketch', 'final', 'evidence')),
  name text not null check (char_length(name) between 1 and 120),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'application/zip')),
  bytes bigint not null check (bytes between 1 and 104857600),
  sha256 bytea not null check (octet_length(sha256) = 32),
  entries jsonb,
  path text not null unique,
  preview_path text unique,
  state text not null default 'arriving' check (state in ('arriving', 'making_preview', 'ready', 'gone')),
  is_given boolean not null default false,
  lease_until timestamptz,
  tries int not null default 0,
  created_at timestamptz not null default billing.clock()
);
comment on column billing.commission_files.step is 'The milestone that it was added in.';
comment on column billing.commission_files.entries is 'What a zip holds, by its list: it is not opened.';
comment on column billing.commission_files.state is 'arriving: the row stands before the bytes do; gone: its two years are over, or nobody ever sent the bytes.';
comment on column billing.commission_files.is_given is 'A final that was part of a delivery: its preview is the client''s to see, the file once the money is the creator''s.';
create index commission_files_of on billing.commission_files (commission_id, id);
create index commission_files_to_preview on billing.commission_files (id) where state = 'making_preview';
create index commission_files_taken_back on billing.commission_files (id) where state = 'gone' and lease_until is null;
create index commission_files_by_age on billing.commission_files (created_at) where state <> 'gone';

create function billing.is_revealed(r billing.commission_reviews) returns boolean
language sql volatile
set search_path = ''
as $$
  select r.at < billing.clock() - interval '14 days' or exists (
    select from billing.commission_reviews o where o.commission_id = r.commission_id and o.role <> r.role)
$$;
