/** Ways to lose or make credits: each guard of the ledger taken away alone. */
import type { Hole } from '../hole.ts'

type Proof = Pick<Hole, 'threat' | 'opens'>

const seenBy = (file: string, title: string) =>
  ({ project: 'db', file: `supabase/tests/ledger/ledger-${file}.test.ts`, title }) as const

/** The function again, with one place of its text changed; fails where that does not stand there exactly once. */
function changed(signature: string, find: string, replace: string): string {
  return `do $plant$
    declare
      source text := pg_get_functiondef('ledger.${signature}'::regprocedure);
      find text := $find$${find}$find$;
    begin
      if (length(source) - length(replace(source, find, ''))) <> length(find) then
        raise exception 'not there once: %', find;
      end if;
      execute replace(source, find, $replace$${replace}$replace$);
    end $plant$`
}

const hold = 'hold(uuid, uuid, bigint, text, text, interval)'
const settle = 'settle(uuid, bigint, jsonb, text)'
const post = 'post(text, text, jsonb, text, text, jsonb, text, bigint)'

const inFunction = (
  proof: Proof,
  [signature, find, replace]: readonly [string, string, string],
  test: Hole['test'],
): Hole => ({ ...proof, sql: changed(signature, find, replace), test })

const inSchema = (proof: Proof, sql: string, test: Hole['test']): Hole => ({ ...proof, sql, test })

const races: readonly Hole[] = [
  inFunction(
    { threat: 'L1', opens: 'gifts and bought credits counted before they are locked' },
    [hold, 'for update of b', ''],
    seenBy('races', 'L1 none of a hundred holds at once'),
  ),
  inFunction(
    { threat: 'L2', opens: 'a hold that does not look for the one of the same job' },
    [hold, 'where h.ref_type = p_ref_type and h.ref_id = p_ref_id', 'where false'],
    seenBy('races', 'L2b a hundred holds at once for one job'),
  ),
  inFunction(
    { threat: 'L2', opens: 'a key that is taken at its word, whatever it is used for' },
    [post, 'if earlier.fingerprint <> asked then', 'if false then'],
    seenBy('races', 'L2 the same key with other content'),
  ),
  inFunction(
    { threat: 'L3', opens: 'a settlement that does not lock its hold' },
    [settle, 'where id = p_id for update', 'where id = p_id'],
    seenBy('races', 'L3 of captures, a release and a sweep at once'),
  ),
  inFunction(
    { threat: 'L3', opens: 'sweepers that do not pass over what another one has' },
    ['sweep(int)', 'for update skip locked', ''],
    seenBy('races', 'L3 any number of sweepers'),
  ),
  inFunction(
    { threat: 'L4', opens: 'balances locked in the order of the names, not of the accounts' },
    [post, 'order by resolved.id', 'order by resolved.amount'],
    seenBy('races', 'L4 600 transfers both ways'),
  ),
  {
    threat: 'L4',
    opens: 'transfers of more than there is',
    sql: `${changed(post, 'and b.balance + leg.amount >= b.floor', '')};
      alter table ledger.balances drop constraint no_overdraft`,
    test: seenBy('races', 'L4 600 transfers both ways'),
  },
]

const tampering: readonly Hole[] = [
  ...['transfers', 'entries', 'accounts'].map((table) =>
    inSchema(
      { threat: 'L6', opens: `${table} that can be rewritten` },
      `drop trigger append_only on ledger.${table}`,
      seenBy('tampering', `L6 changes no ${table}`),
    ),
  ),
  inSchema(
    { threat: 'L6', opens: 'balances that move by themselves' },
    'drop trigger guard_balance on ledger.balances',
    seenBy('tampering', 'L6 refuses a balance without an entry'),
  ),
  inSchema(
    { threat: 'L6', opens: 'holds that change after they were made' },
    'drop trigger guard_hold on ledger.holds',
    seenBy('tampering', 'L6 refuses another amount held'),
  ),
  inSchema(
    { threat: 'L6', opens: 'tables that can be emptied' },
    'drop trigger never_emptied on ledger.balances',
    seenBy('tampering', 'L6 refuses all balances gone'),
  ),
  inSchema(
    { threat: 'L6', opens: 'past transfers that take in new entries' },
    'drop trigger refuse_late_entry on ledger.entries',
    seenBy('tampering', 'L6 adds nothing to a transfer that is closed'),
  ),
  inSchema(
    { threat: 'L6', opens: 'transfers that are not looked at when they are committed' },
    'drop trigger require_balance on ledger.transfers',
    seenBy('tampering', 'L6 commits no transfer that does not balance'),
  ),
  inFunction(
    { threat: 'L6', opens: 'transfers with one side' },
    ['require_balance()', 'if entries < 2 then', 'if false then'],
    seenBy('tampering', 'L6 commits no transfer with one side only, nor with none'),
  ),
  inSchema(
    { threat: 'L6', opens: 'balances without a floor' },
    'alter table ledger.balances drop constraint no_overdraft',
    seenBy('tampering', 'L6 overdraws nobody'),
  ),
  inSchema(
    { threat: 'L6', opens: 'servers that write entries' },
    'grant insert on ledger.entries to service_role',
    seenBy('tampering', 'L6 has no right on any table'),
  ),
  inSchema(
    { threat: 'L6', opens: 'servers that post what they like' },
    `grant execute on function ledger.${post} to service_role`,
    seenBy('tampering', 'L6 calls only what it needs'),
  ),
  inSchema(
    { threat: 'L6', opens: 'people who settle holds' },
    `grant usage on schema ledger to authenticated; grant execute on function ledger.${settle} to authenticated`,
    seenBy('tampering', 'L6 calls only what it needs'),
  ),
  inSchema(
    { threat: 'L6', opens: 'servers that change prices' },
    'grant update on public.price_book to service_role',
    seenBy('tampering', 'L6 may not: update public.price_book'),
  ),
  inSchema(
    { threat: 'L6', opens: 'servers that may become the owner' },
    'grant ledger_owner to service_role',
    seenBy('tampering', 'L6 all of it belongs to a role'),
  ),
]

const rules: readonly Hole[] = [
  inFunction(
    { threat: 'L7', opens: 'what was bought is spent before gifts' },
    [hold, 'least(promo, p_amount)', 'greatest(p_amount - paid, 0)'],
    seenBy('model', 'L7 random operations'),
  ),
  inFunction(
    { threat: 'L7', opens: 'what was bought comes back as a gift' },
    [
      settle,
      `'k', 'paid', 'a', 'CREDIT', 'n', settled.from_paid`,
      `'k', 'promo', 'a', 'CREDIT', 'n', settled.from_paid`,
    ],
    seenBy('model', 'L7 random operations'),
  ),
  inFunction(
    { threat: 'L7', opens: 'sweeps of holds that have not expired' },
    ['sweep(int)', `where state = 'open' and expires_at < clock_timestamp()`, `where state = 'open'`],
    seenBy('model', 'L7 random operations'),
  ),
  inFunction(
    { threat: 'debt', opens: 'spending while in debt' },
    [hold, 'debt < 0 or ', ''],
    seenBy('holds', 'whoever is in debt holds nothing'),
  ),
  inFunction(
    { threat: 'settling', opens: 'parts that are more than what is captured' },
    [settle, `sum((part ->> 'n')::bigint) is distinct from p_capture`, 'false'],
    seenBy('holds', 'parts that are not its sum is refused'),
  ),
  inFunction(
    { threat: 'settling', opens: 'more captured than was held' },
    [settle, 'p_capture not between 0 and settled.amount', 'p_capture < 0'],
    seenBy('holds', 'more than is held is refused'),
  ),
  inFunction(
    { threat: 'royalties', opens: 'gifts that count as paid for' },
    [settle, 'captured_paid = p_capture - promo_used', 'captured_paid = least(p_capture, from_paid)'],
    seenBy('holds', 'of six, three of them gifts'),
  ),
  inFunction(
    { threat: 'L10', opens: 'holds that are told to whoever names their job' },
    [hold, 'if made.owner <> payer or made.amount <> p_amount then', 'if made.amount <> p_amount then'],
    seenBy('holds', 'L10 the job or the key of somebody else'),
  ),
  inFunction(
    { threat: 'L11', opens: 'another price for the same order' },
    [hold, 'if made.owner <> payer or made.amount <> p_amount then', 'if made.owner <> payer then'],
    seenBy('holds', 'L11 a price that changes after the order'),
  ),
  inSchema(
    { threat: 'L12', opens: 'amounts of any size' },
    'alter table ledger.entries drop constraint entries_amount_check',
    seenBy('holds', 'L12 amounts up to a million millions'),
  ),
  inFunction(
    { threat: 'F-13', opens: 'five credits for every anonymous account' },
    ['welcome()', 'if not new.is_anonymous then', 'if true then'],
    seenBy('holds', 'F-13 an account without a proof'),
  ),
  inFunction(
    { threat: 'sign-up', opens: 'a welcome at each sign-in' },
    [
      'give(uuid, bigint, text)',
      `'bonus:' || p_user || ':' || p_reason`,
      `'bonus:' || p_user || ':' || gen_random_uuid()`,
    ],
    seenBy('holds', 'a gift is given once per reason'),
  ),
]

/** The view again, with one place of its text changed, as a barrier or not. */
const view = (name: string, find: string, replace: string, barrier = true) => `do $plant$
    declare
      source text := pg_get_viewdef('public.${name}'::regclass);
      find text := $find$${find}$find$;
    begin
      if position(find in source) = 0 and find <> '' then raise exception 'not there: %', source; end if;
      execute 'create or replace view public.${name} with (security_barrier = ${String(barrier)}) as '
        || case when find = '' then source else replace(source, find, $replace$${replace}$replace$) end;
    end $plant$`

const isOwn = ` = ('user:'::text || ( SELECT auth.uid() AS uid))`
const isAnybodys = ` like 'user:%'`
const eyes: readonly Hole[] = [
  inSchema(
    { threat: 'L14', opens: 'a balance of everybody together' },
    view('my_balance', isOwn, isAnybodys),
    seenBy('statement', 'L14 a balance is one row'),
  ),
  inSchema(
    { threat: 'L14', opens: 'a statement of everybody' },
    view('credit_statement', isOwn, isAnybodys),
    seenBy('statement', 'L14 a statement has every entry'),
  ),
  inSchema(
    { threat: 'L14', opens: 'holds of everybody' },
    view('my_holds', isOwn, isAnybodys),
    seenBy('statement', 'L14 no filter leads to'),
  ),
  inSchema(
    { threat: 'L14', opens: 'views through which cheap functions look at all rows' },
    `${view('credit_statement', '', '', false)}; ${view('my_holds', '', '', false)}`,
    seenBy('statement', 'L14 a function in a filter sees no row'),
  ),
  inSchema(
    { threat: 'L14', opens: 'visitors who read statements' },
    'grant select on public.credit_statement to anon',
    seenBy('statement', 'L14 visitors see nothing'),
  ),
  ...['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I12', 'I14'].map((rule) =>
    inSchema(
      { threat: 'invariants', opens: `${rule} is not looked at` },
      `do $plant$ begin
         execute 'create or replace view ledger.violations as select rule, what from ('
           || rtrim(pg_get_viewdef('ledger.violations'::regclass), ';') || ') as all_of_them where rule not like ''${rule} %''';
       end $plant$`,
      seenBy('violations', `${rule} is seen`),
    ),
  ),
]

export const ledgerHoles: readonly Hole[] = [...races, ...tampering, ...rules, ...eyes]
