/**
 * What becomes of a transaction in the sandbox: decided by the number that pays or by the button that was pressed, never by
 * chance. Times are seconds since it was sent to whoever pays.
 */

interface Step {
  readonly after: number
  /** In FedaPay's words. */
  readonly status: string
  readonly error?: string
  /** Added to the amount that was asked for. */
  readonly extra?: number
  readonly currency?: string
  /** Of the amount, given back. */
  readonly refunded?: number
}

export interface PlannedDelivery {
  readonly after: number
  readonly status: string
  readonly signature?: 'good' | 'wrong' | 'old' | 'future'
  readonly copies?: number
}

export interface Scenario {
  readonly steps: readonly Step[]
  /** Unless it is said, one for each step. */
  readonly deliveries?: readonly PlannedDelivery[]
  /** What happens to the call that creates it. */
  readonly creating?: 'answer lost' | 'nothing made' | 'operator down'
  /** A second transaction of the same attempt is paid too. */
  readonly hasTwin?: boolean
  /** The bank disputes it, and decides. */
  readonly dispute?: { readonly opens: number; readonly closes: number; readonly outcome: 'won' | 'lost' }
}

const approved = (after: number): Step => ({ after, status: 'approved' })
const declined = (error: string): Scenario => ({ steps: [{ after: 2, status: 'declined', error }] })

/** By the last two digits of +229 01 00 00 00 …. */
const byNumber: Readonly<Record<string, Scenario>> = {
  '01': { steps: [approved(2)] },
  '02': declined('refused'),
  '03': declined('insufficient_funds'),
  '04': declined('invalid_pin'),
  '05': { steps: [approved(20)] },
  '06': { steps: [approved(360)] },
  '07': { steps: [{ after: 180, status: 'expired' }] },
  '08': { steps: [approved(2)], deliveries: [] },
  '09': { steps: [approved(2)], deliveries: [{ after: 2, status: 'approved', copies: 2 }] },
  '10': {
    steps: [approved(2), { after: 3, status: 'transferred' }],
    deliveries: [
      { after: 3, status: 'transferred' },
      { after: 4, status: 'approved' },
      { after: 5, status: 'created' },
    ],
  },
  '11': { steps: [{ after: 2, status: 'approved', extra: -100 }] },
  '12': { steps: [{ after: 2, status: 'approved', currency: 'GNF' }] },
  '13': { steps: [{ after: 2, status: 'declined', error: 'refused' }, approved(12)] },
  '14': { steps: [approved(5)], creating: 'answer lost' },
  '15': { steps: [], creating: 'nothing made' },
  '16': { steps: [], creating: 'operator down' },
  '17': { steps: [approved(2), { after: 30, status: 'refunded', refunded: 1 }] },
  '18': { steps: [approved(2), { after: 30, status: 'approved_partially_refunded', refunded: 0.5 }] },
  '19': { steps: [approved(2)], deliveries: [{ after: 2, status: 'approved', signature: 'wrong' }] },
  '20': { steps: [approved(2)], deliveries: [{ after: 2, status: 'approved', signature: 'old' }] },
  '21': { steps: [approved(2)], deliveries: [{ after: 2, status: 'approved', signature: 'future' }] },
  '22': { steps: [approved(2)], hasTwin: true },
}

/** By the buttons of the page that stands for a bank’s. */
export const cardOutcomes = [
  'card_accepted',
  'card_refused',
  'card_insufficient',
  'card_authentication',
  'card_canceled',
  'card_renewal_refused',
  'card_renewal_late',
  'card_dispute_won',
  'card_dispute_lost',
] as const
export type CardOutcome = (typeof cardOutcomes)[number]

const byButton: Readonly<Record<CardOutcome, Scenario>> = {
  card_accepted: { steps: [approved(0)] },
  card_refused: { steps: [{ after: 0, status: 'declined', error: 'card_declined' }] },
  card_insufficient: { steps: [{ after: 0, status: 'declined', error: 'insufficient_funds' }] },
  card_authentication: { steps: [{ after: 0, status: 'declined', error: 'authentication_failed' }] },
  card_canceled: { steps: [{ after: 0, status: 'canceled' }] },
  card_renewal_refused: { steps: [approved(0)] },
  card_renewal_late: { steps: [approved(0)] },
  card_dispute_won: { steps: [approved(0)], dispute: { opens: 60, closes: 120, outcome: 'won' } },
  card_dispute_lost: { steps: [approved(0)], dispute: { opens: 60, closes: 120, outcome: 'lost' } },
}

/** What the bank takes for a dispute that was lost, in the smallest unit. */
export const disputeFee = 500

/** How its dispute stands so long after it was sent; null where there is none yet. */
export function disputeOf({ dispute }: Scenario, elapsed: number): 'open' | 'won' | 'lost' | null {
  if (dispute === undefined || elapsed < dispute.opens) return null
  return elapsed < dispute.closes ? 'open' : dispute.outcome
}

const lateSeconds = 31.5 * 86_400

/** What becomes of the next month of a card that paid by this button so long ago. */
export function renewalOf(button: string, elapsed: number): CardOutcome {
  if (button === 'card_renewal_late') return elapsed < lateSeconds ? 'card_insufficient' : 'card_accepted'
  return button === 'card_renewal_refused' ? 'card_refused' : 'card_accepted'
}

const scenarios: Readonly<Record<string, Scenario>> = { ...byNumber, ...byButton }

/** The scenario of a number with its dialling code; any other number pays. */
export function scenarioOfNumber(msisdn: string): string {
  const last = /^22901000000(\d\d)$/.exec(msisdn)?.[1] ?? '01'
  return last in byNumber ? last : '01'
}

export function scenarioNamed(name: string): Scenario {
  return scenarios[name] ?? { steps: [approved(2)] }
}

export function deliveriesOf({ steps, deliveries, dispute }: Scenario): readonly PlannedDelivery[] {
  const disputed =
    dispute === undefined
      ? []
      : [
          { after: dispute.opens, status: 'dispute.opened' },
          { after: dispute.closes, status: 'dispute.closed' },
        ]
  return [...(deliveries ?? steps.map(({ after, status }) => ({ after, status }))), ...disputed]
}

export interface Standing {
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly refunded: number
  readonly error: string | null
}

const unsentSeconds = 86_400

/** How a transaction stands that was made so long ago and has rung nobody: as at FedaPay, it is over after a day. */
export function standingUnsent(elapsed: number): Pick<Standing, 'status' | 'error'> {
  return { status: elapsed < unsentSeconds ? 'pending' : 'expired', error: null }
}

/** How a transaction stands so long after it was sent. `refunded`: what the merchant has asked back besides. */
export function standingOf(
  { steps }: Scenario,
  { amount, currency, refunded }: { amount: number; currency: string; refunded: number },
  elapsed: number,
): Standing {
  const step = steps.findLast(({ after }) => after <= elapsed)
  if (step === undefined) return { status: 'pending', amount, currency, refunded: 0, error: null }
  const due = amount + (step.extra ?? 0)
  const standing = { amount: due, currency: step.currency ?? currency, error: step.error ?? null }
  const wasPaid = /^(?:approved|transferred|refunded)/.test(step.status)
  const back = wasPaid ? Math.max(refunded, Math.floor(due * (step.refunded ?? 0))) : 0
  if (back === 0) return { ...standing, status: step.status, refunded: 0 }
  return { ...standing, status: back >= due ? 'refunded' : 'approved_partially_refunded', refunded: back }
}
