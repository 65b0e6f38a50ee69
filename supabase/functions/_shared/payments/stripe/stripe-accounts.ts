/** Accounts of people who earn: Stripe asks them who they are, on its own pages, and pays their bank. */
import type Stripe from 'stripe'

import type { Accounts, AccountTruth } from '../provider.ts'
import { told } from './stripe-failures.ts'

export function stripeAccounts(stripe: () => Promise<Stripe>, realm: AccountTruth['realm']): Accounts {
  return {
    open: (person, country) => told(async () => open(await stripe(), person, country)),
    link: (ref, back) => told(async () => link(await stripe(), ref, back)),
    read: (ref) => told(async () => ({ ...(await read(await stripe(), ref)), realm })),
  }
}

async function open(stripe: Stripe, person: string, country: string): Promise<string> {
  const { id } = await stripe.accounts.create(
    {
      country,
      business_type: 'individual',
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { transfers: { requested: true } },
      metadata: { person },
    },
    { idempotencyKey: `account:${person}:${country}` },
  )
  return id
}

async function link(stripe: Stripe, account: string, back: string): Promise<string> {
  const { url } = await stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: back,
    refresh_url: back,
  })
  return url
}

async function read(stripe: Stripe, ref: string): Promise<Omit<AccountTruth, 'realm'>> {
  const account = await stripe.accounts.retrieve(ref)
  const [bank] = account.external_accounts?.data ?? []
  const isReady = account.payouts_enabled && account.capabilities?.transfers === 'active'
  return {
    ref,
    isReady,
    bankRef: bank?.id ?? null,
    last4: bank?.last4 ?? null,
    failedRef: isReady ? await refusedBy(stripe, ref) : null,
  }
}

async function refusedBy(stripe: Stripe, stripeAccount: string): Promise<string | null> {
  const { data } = await stripe.payouts.list({ limit: 1 }, { stripeAccount })
  const [newest] = data
  return newest?.status === 'failed' ? newest.id : null
}
