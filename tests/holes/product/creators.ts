/** Ways to money that nobody paid for: each guard of what creators earn taken away alone. */
import type { Hole } from '../hole.ts'

const seenBy = (file: string, title: string) =>
  ({ project: 'db', file: `supabase/tests/earnings/${file}.test.ts`, title }) as const

/** The function again, with one place of its text changed; fails where that does not stand there exactly once. */
function changed(signature: string, find: string, replace: string): string {
  return `do $plant$
    declare
      source text := pg_get_functiondef('${signature}'::regprocedure);
      find text := $find$${find}$find$;
    begin
      if (length(source) - length(replace(source, find, ''))) <> length(find) then
        raise exception 'not there once: %', find;
      end if;
      execute replace(source, find, $replace$${replace}$replace$);
    end $plant$`
}

const lines = 'app.royalty_lines(uuid, uuid, integer)'

const royalties: readonly Hole[] = [
  {
    threat: 'P-18',
    opens: 'gifts that become money',
    sql: changed(
      'app.settle_generation(app.generation_jobs, integer, text)',
      'settled.captured_paid);',
      'settled.captured);',
    ),
    test: seenBy('royalties', 'what was bought and delivered gives'),
  },
  {
    threat: 'P-18',
    opens: 'money for remixes of one’s own pictures',
    sql: changed(lines, "when author = p_remixer then 'own'", ''),
    test: seenBy('royalties', 'of one’s own pictures'),
  },
  {
    threat: 'P-18',
    opens: 'money to oneself under another name',
    sql: changed(lines, "when billing.same_hands(author, p_remixer) then 'same_hands'", ''),
    test: seenBy('royalties', 'of whoever pays by the same number'),
  },
  {
    threat: 'P-19',
    opens: 'a price that comes back and its royalties that stay',
    sql: changed('public.give_back_generation(uuid)', 'perform app.take_royalties_back(g.id);', ''),
    test: seenBy('royalties', 'a price that is given back takes its royalties along'),
  },
  {
    threat: 'P-19',
    opens: 'earnings that are paid out while the bank takes back what bought them',
    sql: changed(
      'public.release_earnings(integer)',
      "and not exists (select from billing.payments q where q.user_id = x.user_id and q.dispute = 'open')",
      '',
    ),
    test: seenBy('royalties', 'and not while a payment of theirs is disputed'),
  },
]

const gifts: readonly Hole[] = [
  {
    threat: 'P-18',
    opens: 'tips out of gift credits',
    sql: changed('billing.give_paid(billing.tips)', 'if paid < t.credits then', 'if paid + 5 < t.credits then'),
    test: seenBy('tips', 'takes bought credits, never gifts'),
  },
  {
    threat: 'P-24',
    opens: 'hidden words to whoever asks',
    sql: changed(
      'public.unlocked_prompt(uuid)',
      'where t.giver_id = auth.uid() and t.post_id = p.id',
      'where t.post_id = p.id',
    ),
    test: seenBy('tips', 'are read by whoever has paid for them'),
  },
]

const withdrawals: readonly Hole[] = [
  {
    threat: 'P-25',
    opens: 'money that is given back because no answer came, and arrives all the same',
    sql: changed(
      'public.note_payout(uuid, text, text)',
      "elsif p_outcome = 'unknown' then",
      "elsif p_outcome = 'unknown' then x := billing.close_payout(x, 'failed', 'other'); elsif false then",
    ),
    test: seenBy('payout-kills', 'at most one send each'),
  },
  {
    threat: 'P-25',
    opens: 'two withdrawals of the same money',
    sql:
      'drop index billing.payouts_one_in_flight; ' +
      changed(
        'billing.common_obstacle(uuid)',
        "when exists (select from billing.payouts x where x.user_id = p_user and x.status in ('prepared', 'held', 'sending', 'unknown'))",
        'when false',
      ),
    test: seenBy('payouts', 'ten at once are one'),
  },
  {
    threat: 'P-25',
    opens: 'money to a number that was changed just now',
    sql: changed(
      'billing.payout_obstacle(uuid, bigint)',
      "interval '72 hours' > billing.clock() then",
      "interval '0 hours' > billing.clock() then",
    ),
    test: seenBy('payouts', 'one that was changed an hour ago'),
  },
  {
    threat: 'P-25',
    opens: 'a number that nobody proved',
    sql: changed(
      'public.set_payout_destination(uuid, text, text)',
      "or n.proven_at < billing.clock() - interval '10 minutes'",
      '',
    ),
    test: seenBy('payouts', 'by a code of the last ten minutes alone'),
  },
  {
    threat: 'P-25',
    opens: 'a withdrawal without the second factor',
    sql: changed('public.ask_payout(bigint, text, text)', 'perform app.require_strong();', ''),
    test: seenBy('payouts', 'a session without the second factor'),
  },
  {
    threat: 'P-25',
    opens: 'a member of the staff who lets their own money go',
    sql: changed('public.decide_payout(uuid, boolean, text)', 'if x.user_id = auth.uid() then', 'if false then'),
    test: seenBy('payouts', 'nobody decides about their own withdrawal'),
  },
]

export const creatorHoles: readonly Hole[] = [...royalties, ...gifts, ...withdrawals]
