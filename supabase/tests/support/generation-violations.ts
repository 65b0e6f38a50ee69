/** What the ledger says against itself, and what the generations say against the ledger: no row, ever. */
export const generationViolations = `
  select rule, what from ledger.violations
  union all
  select 'charged without its pictures', g.id::text
  from public.generations g left join ledger.holds h on h.ref_type = 'generation' and h.ref_id = g.id::text
  where g.cost_charged <> coalesce(h.captured, 0)
    or g.cost_charged * g.n_images
      > g.cost_quoted * (select count(*) from public.generation_images i where i.generation_id = g.id)
  union all
  select 'an open hold of what is over', g.id::text
  from public.generations g join ledger.holds h on h.ref_type = 'generation' and h.ref_id = g.id::text
  where h.state = 'open' and g.status not in ('queued', 'running')
  union all
  select 'a hold without its generation', h.id::text
  from ledger.holds h
  where h.ref_type = 'generation' and not exists (select from public.generations g where g.id::text = h.ref_id)`
