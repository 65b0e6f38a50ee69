-- As all of the payments: what is of billing belongs to the ledger's owner, and nobody else has a right on a table.
do $$
declare
  thing record;
begin
  for thing in
    select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' else 'table' end as sort
    from pg_class c
    where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'v') and c.relowner <> 'ledger_owner'::regrole
    union all
    select p.oid::regprocedure::text, 'function' from pg_proc p
    where p.pronamespace = 'billing'::regnamespace and p.proowner <> 'ledger_owner'::regrole
  loop
    execute format('alter %s %s owner to ledger_owner', thing.sort, thing.name);
  end loop;
end
$$;

revoke all on all tables in schema billing from public, anon, authenticated, service_role;
revoke all on all sequences in schema billing from public, anon, authenticated, service_role;
revoke all on all functions in schema billing from public, anon, authenticated, service_role;
grant execute on function billing.clock() to authenticated;
revoke execute on function
  app.royalty_lines(uuid, uuid, int), app.accrue_royalties(uuid, bigint), app.take_royalties_back(uuid), app.check_block(uuid, jsonb),
  app.tell_tip(billing.tips), app.hidden_words(uuid), app.require_strong(), app.tell_payout()
from public;
revoke execute on function
  public.release_earnings(int), public.post_royalties(int), public.settle_referrals(int),
  public.set_payout_destination(uuid, text, text), public.claim_payouts(int, text), public.note_payout_ref(uuid, text),
  public.bank_account_of(uuid), public.keep_bank_account(uuid, text, text), public.apply_bank_truth(text, jsonb),
  public.note_payout(uuid, text, text), public.apply_payout_truth(text, text, jsonb), public.payouts_to_read(text)
from public, anon, authenticated;
revoke execute on function
  public.activate_creator(), public.close_creator(), public.set_remix_part(int), public.save_showcase(jsonb),
  public.remix_royalties(uuid, int), public.earnings_summary(), public.send_tip(uuid, int, text, uuid, text, boolean),
  public.set_prompt_price(uuid, int), public.unlock_prompt(uuid, int), public.unlocked_prompt(uuid),
  public.ask_for_prompt(uuid), public.answer_prompt_request(uuid, uuid, boolean), public.check_payout_strength(),
  public.save_identity(text, date, text, boolean), public.ask_payout(bigint, text, text), public.bank_terms(), public.cancel_payout(uuid),
  public.staff_payouts(boolean), public.decide_payout(uuid, boolean, text), public.payout_terms(),
  public.creator_overview(), public.my_referral(), public.accept_referral(text)
from public, anon;
