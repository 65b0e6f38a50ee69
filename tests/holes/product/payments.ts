/** Ways to credits that nobody paid for, and to what is somebody else's: each guard of the payments taken away alone. */
import type { Hole } from '../hole.ts'

type Proof = Pick<Hole, 'threat' | 'opens'>

const seenBy = (file: string, title: string) =>
  ({ project: 'db', file: `supabase/tests/billing/${file}.test.ts`, title }) as const
const unit = (file: string, title: string) =>
  ({ project: 'unit', file: `supabase/functions/_shared/payments/${file}.test.ts`, title }) as const

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

const inFunction = (
  proof: Proof,
  [signature, find, replace]: readonly [string, string, string],
  test: Hole['test'],
): Hole => ({ ...proof, sql: changed(signature, find, replace), test })

const apply = 'public.apply_payment_truth(text, text, uuid, jsonb)'
const paid = 'billing.believe_paid(billing.payments, billing.attempts, jsonb)'

const webhooks: readonly Hole[] = [
  {
    threat: 'P-01',
    opens: 'a delivery of the future',
    file: 'supabase/functions/_shared/payments/verify-webhook.ts',
    find: 'Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds',
    replace: 'now.getTime() / 1000 - Number(time) > toleranceSeconds',
    test: unit('verify-webhook', '301 seconds of the future'),
  },
  {
    threat: 'P-01',
    opens: 'a header with two times, one of which is right',
    file: 'supabase/functions/_shared/payments/verify-webhook.ts',
    find: 'times.length > 1 || ',
    replace: '',
    test: unit('verify-webhook', 'with two times'),
  },
  {
    threat: 'P-09',
    opens: 'errors of a provider that are told as they come',
    file: 'supabase/functions/_shared/payments/stripe/stripe-failures.ts',
    find: "throw new ProviderError('stripe', failure === null ? 'network' : `http_${failure.statusCode ?? 0}`)",
    replace: "throw failure === null ? new ProviderError('stripe', 'network') : error",
    test: unit('stripe/stripe-provider', 'never holds our key'),
  },
]

const truths: readonly Hole[] = [
  inFunction(
    { threat: 'P-02', opens: 'truths that do not wait for one another' },
    [apply, "if status = 'paid' and a.state <> 'paid' then", "if status = 'paid' then"],
    seenBy('truth', 'sixty truths in any order'),
  ),
  inFunction(
    { threat: 'P-03', opens: 'sandbox money in a live database, and the reverse' },
    [paid, "(p_truth ->> 'realm') is distinct from (select r.kind from billing.realm r)", 'false'],
    seenBy('truth', 'money of the other realm'),
  ),
  inFunction(
    { threat: 'P-04', opens: 'the credits of a price, whatever was paid' },
    [paid, "(p_truth ->> 'currency', (p_truth ->> 'amount')::bigint) is distinct from (p.currency, p.amount)", 'false'],
    seenBy('truth', 'another amount'),
  ),
  inFunction(
    { threat: 'P-06', opens: 'a second payment that is taken for the first' },
    [paid, "if p.status = 'paid' then", "if p.status = 'paid' then return p; end if;\n  if false then"],
    seenBy('truth', 'a second operator that is paid too'),
  ),
  inFunction(
    { threat: 'P-06', opens: 'starts of one person that do not wait for one another' },
    [
      'public.start_payment(uuid, jsonb)',
      "perform pg_advisory_xact_lock(hashtextextended('payment:' || p_user, 0));",
      '',
    ],
    seenBy('truth', 'fifty starts with one key'),
  ),
  inFunction(
    { threat: 'P-07', opens: 'money back for credits that were used' },
    [
      'public.ask_refund(uuid)',
      "if billing.locked_balance('user:' || person, 'paid') < p.credits then",
      'if false then',
    ],
    seenBy('refunds', 'is refused once a credit was used'),
  ),
]

const goods: readonly Hole[] = [
  {
    threat: 'P-06',
    opens: 'a start that is given up while its phone rings, so that the payer pays twice',
    file: 'supabase/functions/_shared/payments/fedapay/fedapay-provider.ts',
    find: 'isSending ? reachedOf(error) : startOf(error)',
    replace: 'startOf(error)',
    test: unit('fedapay/fedapay-provider', '/v1/mtn_open that answers 503'),
  },
  inFunction(
    { threat: 'P-06', opens: 'money that comes twice and is credited once, in drawn schedules' },
    [paid, "if p.status = 'paid' then", "if p.status = 'paid' then return p; end if;\n  if false then"],
    seenBy('payments-model', 'drawn schedules'),
  ),
  inFunction(
    { threat: 'P-05', opens: 'gifts that anybody gives back' },
    [
      'public.return_gift(uuid)',
      'where x.id = p_gift and x.recipient_id = person for update',
      'where x.id = p_gift for update',
    ],
    seenBy('refunds', 'is given back by whom it was for'),
  ),
  inFunction(
    { threat: 'P-05', opens: 'the lines of somebody else’s payment' },
    ['public.sandbox_postings(uuid)', ' and p.user_id = person', ''],
    seenBy('sandbox', 'its owner alone sees its lines'),
  ),
  inFunction(
    { threat: 'P-16', opens: 'codes to numbers that one may guess for ever' },
    ['public.prove_number(uuid, text, text, text, text)', 'c.tries >= 5', 'c.tries >= 5000000'],
    seenBy('letters', 'is not guessed'),
  ),
  inFunction(
    { threat: 'P-16', opens: 'a phone that is rung as often as one likes' },
    ['public.note_number_code(uuid, text, text)', "interval '1 hour') >= 3", "interval '1 hour') >= 3000000"],
    seenBy('letters', 'is sent three times an hour'),
  ),
  {
    threat: 'P-17',
    opens: 'statements that are ours whatever they say',
    file: 'supabase/functions/_shared/payments/statements/signed-file.ts',
    find: 'return isGood ? publicKey : null',
    replace: 'return publicKey',
    test: unit('statements/signed-file', 'not one byte'),
  },
]

const rights: readonly Hole[] = [
  {
    threat: 'P-05',
    opens: 'payments that the service key writes',
    sql: 'grant usage on schema billing to service_role; grant update on billing.payments to service_role',
    test: seenBy('rights', 'a table of payments'),
  },
  inFunction(
    { threat: 'P-11', opens: 'receipts of whoever knows their id' },
    ['public.receipt_to_print(uuid)', ' and r.user_id = person', ''],
    seenBy('staff', 'are never changed, and are their owner’s alone'),
  ),
  inFunction(
    { threat: 'P-12', opens: 'the staff’s list of findings for everybody' },
    ['public.staff_findings(boolean, bigint)', 'perform app.require_staff();', ''],
    seenBy('staff', 'alone may staff_findings()'),
  ),
]

const bargains: readonly Hole[] = [
  inFunction(
    { threat: 'P-13', opens: 'codes that one may guess for ever' },
    ['billing.refuse_guessing(uuid)', '>= 5 then', '>= 5000000 then'],
    seenBy('codes-and-gifts', 'five wrong codes of any kind'),
  ),
  inFunction(
    { threat: 'P-13', opens: 'a code whose uses nobody counts' },
    ['billing.reserve_promo(uuid, uuid, uuid, bytea)', 'set uses = c.uses + 1', 'set uses = c.uses'],
    seenBy('codes-and-gifts', 'for one use is used by one of twenty'),
  ),
  inFunction(
    { threat: 'P-13', opens: 'credits for less than they can earn somebody' },
    [
      'billing.discounted(billing.promo_codes, text, bigint, integer)',
      "when c.kind = 'amount' and p_currency = 'XOF' then greatest(p_amount - c.value, cheapest.amount)",
      "when c.kind = 'amount' and p_currency = 'XOF' then greatest(p_amount - c.value, 5)",
    ],
    seenBy('codes-and-gifts', 'never under 25 F for a credit'),
  ),
  inFunction(
    { threat: 'P-14', opens: 'a gift of the day that is hoarded' },
    ['billing.daily_gift_obstacle(uuid)', '>= 5 then', '>= 5000000 then'],
    seenBy('codes-and-gifts', 'fills up to five credits alone'),
  ),
  inFunction(
    { threat: 'P-15', opens: 'a whole month of a larger plan for the difference' },
    ['billing.next_month(uuid, text, text, bigint, integer)', 'p_credits - present.credits;', 'p_credits;'],
    seenBy('plans', 'up costs the difference'),
  ),
  inFunction(
    { threat: 'P-15', opens: 'days of grace that come on top of every month' },
    [
      'billing.grant_month(billing.payments, billing.attempts, text)',
      'begins := coalesce(s.period_end, billing.clock());',
      'begins := billing.clock();',
    ],
    seenBy('plans', 'paid in the days of grace begins at the old end'),
  ),
]

const rings = 'public.claim_ring(uuid, uuid, text)'
const trials = 'credits are tried under a key'

const bounds: readonly Hole[] = [
  inFunction(
    { threat: 'P-20', opens: 'a phone that rings again as often as one likes' },
    [rings, 'r.count >= 3 or ', ''],
    seenBy('ringing', 'a phone rings again'),
  ),
  inFunction(
    { threat: 'P-20', opens: 'the phone of whoever pays, rung by anybody' },
    [rings, 'p.id = p_payment and p.user_id = p_user', 'p.id = p_payment'],
    seenBy('ringing', 'a phone rings again'),
  ),
  inFunction(
    { threat: 'P-20', opens: 'another phone than the one that was asked' },
    [rings, " or a.msisdn_hash is distinct from decode(p_msisdn_hash, 'hex')", ''],
    seenBy('ringing', 'a phone rings again'),
  ),
  {
    threat: 'P-21',
    opens: 'credits that people give themselves',
    sql: 'grant execute on function public.try_credits(uuid, text, uuid) to authenticated',
    test: seenBy('ringing', trials),
  },
  inFunction(
    { threat: 'P-21', opens: 'credits that are tried where money is real' },
    ['public.try_credits(uuid, text, uuid)', 'perform sandbox.require_test();', ''],
    seenBy('ringing', 'nobody tries credits where money is real'),
  ),
  inFunction(
    { threat: 'P-21', opens: 'a trial under one key that gives twice' },
    ['public.try_credits(uuid, text, uuid)', "'try:' || p_key", "'try:' || gen_random_uuid()"],
    seenBy('ringing', trials),
  ),
  inFunction(
    { threat: 'P-22', opens: 'a limit that is raised in the heat of the moment' },
    ['public.set_spend_limit(text, integer)', 'present is null or p_francs <= present', 'true'],
    seenBy('spend-limits', 'a smaller one holds at once'),
  ),
  inFunction(
    { threat: 'P-22', opens: 'a night that begins anew whenever one asks again' },
    ['public.set_spend_limit(text, integer)', 'l.next_francs is distinct from p_francs', 'true'],
    seenBy('spend-limits', 'a smaller one holds at once'),
  ),
  inFunction(
    { threat: 'P-23', opens: 'a gift that is opened while its money goes back' },
    ['billing.gift_for(uuid, uuid)', ' or billing.is_going_back(g.payment_id)', ''],
    seenBy('refunds', 'is opened by nobody from then on'),
  ),
  inFunction(
    { threat: 'P-23', opens: 'the money of a gift that was opened' },
    ['billing.refundable_credits(billing.payments)', " and g.state = 'open' for update", ' for update'],
    seenBy('refunds', 'is there to be opened again'),
  ),
]

export const paymentHoles: readonly Hole[] = [...webhooks, ...truths, ...goods, ...rights, ...bargains, ...bounds]
