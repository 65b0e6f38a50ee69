-- When all blobs were last listed, and how many there were: a node that takes over does not list them again.
alter table storage.installation add column listed int not null default 0, add column listed_at timestamptz not null default '-infinity';
grant update (listed, listed_at) on storage.installation to service_role;
