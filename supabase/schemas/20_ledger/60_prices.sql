create table public.price_book (
  sku text primary key check (sku ~ '^[a-z][a-z0-9_-]*(:[a-z0-9][a-z0-9_.-]*)?$'),
  credits int not null check (credits between 0 and 100000),
  updated_at timestamptz not null default now()
);
comment on table public.price_book is
  'What an action costs, in credits: a sku (generation), or one variant of it (generation:comfyui). Changed by migrations only.';

alter table public.price_book enable row level security;
revoke all on public.price_book from anon, authenticated, service_role;
grant select on public.price_book to anon, authenticated, service_role;
create policy "everybody reads prices" on public.price_book for select to anon, authenticated using (true);

create trigger touch before update on public.price_book
  for each row execute function app.touch();

insert into public.price_book (sku, credits) values ('generation', 1), ('generation:trial', 0), ('enhance', 0);

create function app.price_of(sku text, variant text default null) returns int
language plpgsql stable security definer
set search_path = ''
as $$
declare
  price int;
begin
  select p.credits into price
  from public.price_book p
  where p.sku in (price_of.sku || ':' || price_of.variant, price_of.sku)
  order by length(p.sku) desc
  limit 1;
  if not found then
    raise exception 'Nothing is sold under %', sku using errcode = 'PT404';
  end if;
  return price;
end
$$;
comment on function app.price_of(text, text) is
  'Credits for an action, those of its variant where it has a price of its own. PT404 for what has none: nothing is free by mistake.';

revoke execute on function app.price_of(text, text) from public;
grant execute on function app.price_of(text, text) to service_role;
