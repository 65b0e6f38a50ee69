-- What one's publications were worth to others, by hours and days. Views are gathered without a cookie and without a name;
-- what people did is counted as it happens, and counted again every night from what stands.

create schema stats;

create table stats.keys (
  kind text not null check (kind in ('month', 'day')),
  since date not null,
  key bytea not null default extensions.gen_random_bytes(32),
  primary key (kind, since)
);
comment on table stats.keys is
  'What viewers are hashed with: people by the key of the month, visitors by the key of the day. Dropped after 35 days: from then on nobody can tell whose hash one was.';

create unlogged table stats.seen (
  viewer bigint not null,
  post_id uuid not null,
  at timestamptz not null,
  primary key (viewer, post_id)
);
comment on table stats.seen is 'Who saw which publication in the last half hour, so that a view counts once; lost with a crash.';
create index seen_at on stats.seen using brin (at);

create unlogged table stats.viewer_paces (
  viewer bigint primary key,
  since timestamptz not null,
  views int not null
);
comment on table stats.viewer_paces is 'How many views a viewer told since their minute began: above 600 nobody looks, a script does.';

create unlogged table stats.beats (
  at timestamptz not null default clock_timestamp(),
  post_id uuid not null,
  viewer bigint not null,
  source text not null check (source in ('feed', 'search', 'profile', 'link', 'remix', 'other'))
);
comment on table stats.beats is 'Views that nobody has folded into hours yet; a crash loses some seconds of them and nothing else.';

create unlogged table stats.deltas (
  at timestamptz not null,
  creator_id uuid not null,
  kind text not null check (kind in ('likes', 'comments', 'saves', 'remixes', 'gained', 'lost')),
  change int not null
);
comment on table stats.deltas is 'What was done and taken back, at the hour in which it was done, until it is folded; a crash loses what the night counts again.';

create table stats.post_hours (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  hour timestamptz not null,
  source text not null,
  views int not null,
  primary key (post_id, hour, source)
);
comment on table stats.post_hours is 'Views of a publication by the hour; for 93 days.';
create index post_hours_hour on stats.post_hours using brin (hour);

create table stats.post_days (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  views int not null,
  primary key (creator_id, day, post_id)
);
comment on table stats.post_days is 'Views of a publication by the day (UTC).';
create index post_days_of_post on stats.post_days (post_id, day);

create table stats.creator_hours (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  hour timestamptz not null,
  views int not null default 0,
  likes int not null default 0,
  comments int not null default 0,
  saves int not null default 0,
  remixes int not null default 0,
  gained int not null default 0,
  lost int not null default 0,
  primary key (creator_id, hour)
);
comment on table stats.creator_hours is
  'What came to somebody''s publications in an hour, so that days are right in every time zone of whole hours. Likes, comments, saves and remixes stand at the hour in which they were made, as long as they stand; followers gained and lost are both kept.';

create table stats.creator_sources (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  source text not null,
  views int not null,
  primary key (creator_id, day, source)
);
comment on table stats.creator_sources is 'Where a day''s views (UTC) came from.';

create table stats.creator_days (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  viewers bigint[] not null,
  primary key (creator_id, day)
);
comment on table stats.creator_days is 'A sketch of who looked on a day (UTC): the 512 smallest hashes, emptied after 400 days.';

create table stats.progress (
  is_only boolean primary key default true check (is_only),
  counted_on date not null default '-infinity'
);
comment on table stats.progress is 'The last day on which the acts of the last 35 days were counted again.';
insert into stats.progress default values;

alter table stats.keys enable row level security;
alter table stats.seen enable row level security;
alter table stats.viewer_paces enable row level security;
alter table stats.beats enable row level security;
alter table stats.deltas enable row level security;
alter table stats.post_hours enable row level security;
alter table stats.post_days enable row level security;
alter table stats.creator_hours enable row level security;
alter table stats.creator_sources enable row level security;
alter table stats.creator_days enable row level security;
alter table stats.progress enable row level security;
