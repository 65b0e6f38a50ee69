/** What is offered to somebody who is short of credits: just those, and the pack that makes each of them cheaper. */
import type { Offer } from '#entities/payment/payment-queries.ts'

export interface TopUpChoice {
  priceId: string
  credits: number
  amount: number
  isTopUp: boolean
}

/** As the server sells them. */
const fewest = 2
const most = 9

export function topUpChoices(offers: readonly Offer[], missing: number): TopUpChoice[] {
  const topUp = offers.find(({ kind }) => kind === 'topup')
  const packs = offers.filter(({ kind, credits }) => kind === 'pack' && credits >= missing)
  const [smallest, next] = packs.toSorted((one, other) => one.credits - other.credits)
  const just = topUp && missing <= most ? justEnough(topUp, Math.max(fewest, missing)) : null
  // A pack of ten costs what ten single credits cost: the next one is the first that is worth it.
  const isDear = just && smallest && smallest.amount / smallest.credits >= just.amount / just.credits
  const pack = isDear ? next : smallest
  return [...(just ? [just] : []), ...(pack ? [asChoice(pack)] : [])]
}

function justEnough({ priceId, amount }: Offer, credits: number): TopUpChoice {
  return { priceId, credits, amount: amount * credits, isTopUp: true }
}

function asChoice({ priceId, credits, amount }: Offer): TopUpChoice {
  return { priceId, credits, amount, isTopUp: false }
}
