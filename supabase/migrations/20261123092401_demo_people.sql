alter table public.profiles add column is_demo boolean not null default false;
comment on column public.profiles.is_demo is
  'Nobody: somebody of the demo, whom the seed makes. Only the server writes it, and nobody signs in as one.';
update public.profiles p set is_demo = true
from auth.users u
where u.id = p.id and u.email = p.username || '@demo.cortexia.invalid'
  and p.username in ('awa', 'kossi', 'aissatou', 'theo', 'mariam', 'yao');
