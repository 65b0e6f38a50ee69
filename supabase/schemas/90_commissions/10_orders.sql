-- Orders: what somebody asks of a creator, what was agreed, and what became of it. Money has a table of its own.

create table billing.commissions (
  id uuid primary key,
  number bigint generated always as identity unique,
  service_id uuid not null references billing.services,
  client_id uuid not null,
  creator_id uuid not null,
  title text not null,
  mode text not null,
  brief text not null check (char_length(brief) between 20 and 2000),
  budget bigint check (budget > 0),
  wanted_on date,
  is_anonymous boolean not null,
  hide_work boolean not null,
  licence text not null check (licence in ('perso', 'commercial')),
  ai_share text not null,
  revisions_sketch smallint not null check (revisions_sketch >= 0),
  revisions_final smallint not null check (revisions_final >= 0),
  scope text check (char_length(scope) between 1 and 2000),
  status text not null default 'requested' check (status in ('requested', 'proposed', 'funded', 'in_progress', 'delivered', 'revision',
    'disputed', 'accepted', 'declined', 'canceled', 'expired', 'refunded', 'settled', 'ruled')),
  version int not null default 1,
  terms int not null default 0,
  current_step smallint not null default 1 check (current_step between 1 and 3),
  holds_place boolean not null default false,
  entered_at timestamptz not null default billing.clock(),
  starts_from timestamptz,
  guaranteed_at timestamptz,
  stopped_at timestamptz,
  delivered_at timestamptz,
  accepts_at timestamptz,
  is_extended boolean not null default false,
  revision_due timestamptz,
  time_asked int check (time_asked between 1 and 30),
  share_percent int check (share_percent between 0 and 100),
  share_by text check (share_by in ('client', 'creator')),
  told smallint not null default 0,
  due_at timestamptz,
  created_at timestamptz not null default billing.clock(),
  constraint commissions_of_two check (client_id <> creator_id),
  constraint commissions_share check ((share_percent is null) = (share_by is null))
);
comment on column billing.commissions.version is 'Counts what happened to it: whoever acts says what they saw.';
comment on column billing.commissions.terms is 'Counts the proposals: whoever pays says which one they pay.';
comment on column billing.commissions.current_step is 'The milestone that is paid for or made now; the ones before it are closed.';
comment on column billing.commissions.holds_place is 'From a kept offer or the first payment to the end.';
comment on column billing.commissions.revisions_final is 'Revisions that are left; so are revisions_sketch of sketches.';
comment on column billing.commissions.stopped_at is 'Since when the clock of the guarantee stands: while delivered, in revision or disputed.';
comment on column billing.commissions.told is 'How many reminders of this state were sent.';
comment on column billing.commissions.due_at is 'When the clock has something to do about it: billing.due_of.';
create index commissions_of_client on billing.commissions (client_id, id desc);
create index commissions_of_creator on billing.commissions (creator_id, id desc);
create index commissions_of_service on billing.commissions (service_id) where holds_place;
create index commissions_due on billing.commissions (due_at) where due_at is not null;

create table billing.milestones (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  position smallint not null check (position between 1 and 3),
  title text not null check (char_length(title) between 1 and 80),
  amount bigint not null check (amount between 2000 and 10000000 and amount % 100 = 0),
  days int not null check (days between 1 and 120),
  unique (commission_id, position)
);
comment on table billing.milestones is 'The steps of the present proposal. A new proposal has new ones, so that nobody pays for what is no longer offered.';

create table billing.commission_events (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  at timestamptz not null default billing.clock(),
  what text not null,
  side text not null check (side in ('client', 'creator', 'staff', 'clock', 'bank')),
  before text,
  after text not null,
  details jsonb not null default '{}' check (octet_length(details::text) <= 16384)
);
comment on table billing.commission_events is 'What happened, written with it and never changed. No word of the two people''s conversation stands here.';
create index commission_events_of on billing.commission_events (commission_id, id);

create table billing.commission_points (
  id uuid primary key default app.uuid_v7(),
  commission_id uuid not null references billing.commissions,
  kind text not null check (kind in ('sketch', 'final')),
  round smallint not null,
  position smallint not null,
  words text not null check (char_length(words) between 1 and 300),
  is_done boolean not null default false,
  created_at timestamptz not null default billing.clock()
);
comment on table billing.commission_points is 'What a revision is asked for, point by point; the creator ticks each.';
create index commission_points_of on billing.commission_points (commission_id, id);

create table billing.commission_acts (
  commission_id uuid not null references billing.commissions,
  key uuid not null,
  person_id uuid not null,
  step text not null,
  at timestamptz not null default billing.clock(),
  primary key (commission_id, key)
);
comment on table billing.commission_acts is
  'Steps that were taken under a key of the device''s own: sent again after a lost answer, the order is answered and nothing is done.';

create function billing.guard_commission() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'An order is never deleted' using errcode = '42501';
  end if;
  if (new.id, new.service_id, new.client_id, new.creator_id, new.brief) is distinct from (old.id, old.service_id, old.client_id, old.creator_id, old.brief)
    or new.version < old.version or new.terms < old.terms or new.current_step < old.current_step
  then
    raise exception 'What was agreed stays' using errcode = '42501';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('requested', 'proposed'), ('requested', 'declined'), ('requested', 'canceled'), ('requested', 'expired'),
    ('proposed', 'canceled'), ('proposed', 'expired'), ('proposed', 'funded'),
    ('funded', 'in_progress'), ('funded', 'refunded'), ('funded', 'disputed'),
    ('in_progress', 'delivered'), ('in_progress', 'refunded'), ('in_progress', 'disputed'), ('in_progress', 'settled'),
    ('delivered', 'revision'), ('delivered', 'accepted'), ('delivered', 'proposed'), ('delivered', 'disputed'), ('delivered', 'settled'),
    ('revision', 'delivered'), ('revision', 'disputed'), ('revision', 'settled'),
    ('disputed', 'ruled'), ('disputed', 'funded'), ('disputed', 'in_progress'), ('disputed', 'delivered'), ('disputed', 'revision'))
  then
    raise exception 'An order that is % cannot become %', old.status, new.status using errcode = 'PT409', hint = 'commission_state';
  end if;
  return new;
end
$$;
comment on function billing.guard_commission() is
  'The state machine of an order, whoever writes: every other transition is PT409 commission_state. Of funded only a bank makes disputed.';

create trigger guard_commission before update or delete on billing.commissions
  for each row execute function billing.guard_commission();

create function billing.guard_commission_event() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'What happened stays' using errcode = '42501';
end
$$;

create trigger guard_commission_event before update or delete on billing.commission_events
  for each row execute function billing.guard_commission_event();

create function billing.day_after(p_at timestamptz) returns timestamptz
language sql immutable
set search_path = ''
as $$ select (date_trunc('day', p_at at time zone 'UTC') + interval '1 day') at time zone 'UTC' $$;
