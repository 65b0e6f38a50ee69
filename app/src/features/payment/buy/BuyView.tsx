import type { PaymentStarted } from '@product/contract'
import { useRef, useState, type ReactNode } from 'react'

import type { Offer, Operator, Payment } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { tellHeight } from '#ui/screen/tell-height.ts'

import { paymentMessages } from '../payment.i18n.ts'
import { PackChoice } from './PackChoice.tsx'
import type { PayingWay } from './paying-way.ts'
import { PayPanel } from './PayPanel.tsx'
import { PromoField, type Discount } from './PromoField.tsx'
import { WithOffers } from './WithOffers.tsx'

const preselected = 'pack_25'
const tellFoot = tellHeight('--foot-h')

export interface BuyViewProps {
  /** A payment that did not succeed, to be tried again. */
  again: Payment | null
  /** Where whoever buys goes on afterwards: a path of our own. */
  returnTo: string | undefined
  /** The pack that is chosen at first. */
  sku: string | undefined
  /** Another means than the one that failed. */
  by: PayingWay['kind'] | undefined
  /** A first request was left, and may still be approved. */
  hasLeft: boolean
  /** Under the packs. */
  children?: ReactNode
}

export function BuyView(props: BuyViewProps) {
  const { again, by, returnTo } = props
  return (
    <WithOffers>
      {(offers, operators) =>
        again ? (
          <div className="max-w-120">
            <PayPanel
              what={{ priceId: again.id, credits: again.credits, amount: again.amount }}
              operators={operators}
              again={again}
              by={by}
              returnTo={returnTo}
              onStarted={follow}
            />
          </div>
        ) : (
          <Purchase {...props} offers={offers} operators={operators} />
        )
      }
    </WithOffers>
  )
}

function follow({ payment_id: id, next }: PaymentStarted): void {
  if (next.kind !== 'url') navigate({ to: paths.paymentSuccess, search: { p: id } })
}

interface PurchaseProps extends BuyViewProps {
  offers: readonly Offer[]
  operators: readonly Operator[]
}

function Purchase({ offers, operators, returnTo, sku: first = preselected, by, hasLeft, children }: PurchaseProps) {
  const m = useMessages(paymentMessages)
  const packs = offers.filter(({ kind }) => kind === 'pack')
  const [sku, setSku] = useState(first)
  const [found, setFound] = useState<Discount | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const chosen = packs.find((pack) => pack.sku === sku) ?? packs.find((pack) => pack.sku === preselected) ?? packs[0]
  if (!chosen) return null
  const goOn = () => {
    panel.current?.scrollIntoView({ block: 'start' })
    panel.current?.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true })
  }
  const choose = (priceId: string) => setSku(packs.find((pack) => pack.priceId === priceId)?.sku ?? sku)
  // A code was weighed against one pack: for another it is asked for again.
  const discount = found?.priceId === chosen.priceId ? found : null
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <section className="grid gap-3">
        <h2>{m.packs}</h2>
        {hasLeft && <Alert tone="info">{m.bothMayPass}</Alert>}
        <PackChoice packs={packs} value={chosen.priceId} onChange={choose} />
        <p className="text-sm text-text-2">
          {m.never} <span className="text-text-3">{m.parity}</span>
        </p>
        <PromoField pack={chosen} discount={discount} onDiscount={setFound} />
        {children}
        <GoOnToPay credits={chosen.credits} amount={discount?.amount ?? chosen.amount} onGoOn={goOn} />
      </section>
      <div ref={panel}>
        <PayPanel
          what={discount ? { ...chosen, amount: discount.amount } : chosen}
          promoCode={discount?.code}
          operators={operators}
          by={by}
          returnTo={returnTo}
          onStarted={follow}
        />
      </div>
    </div>
  )
}

interface GoOnToPayProps {
  credits: number
  amount: number
  onGoOn: () => void
}

/** Where the way to pay stands under the packs, it is out of sight: this is its way there, and goes as it comes. */
function GoOnToPay({ credits, amount, onGoOn }: GoOnToPayProps) {
  const m = useMessages(paymentMessages)
  return (
    <div
      ref={tellFoot}
      className="sticky bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom))] z-2 -mx-(--gutter) flex items-center justify-between gap-3 border-t border-line bg-bg px-(--gutter) py-2.5 md:bottom-0 lg:hidden"
    >
      <p className="min-w-0">
        <span className="block font-semibold">{m.francs(amount)}</span>
        <span className="block text-sm text-text-2">{m.credits(credits)}</span>
      </p>
      <Button variant="primary" onClick={onGoOn}>
        {m.goOnToPay}
      </Button>
    </div>
  )
}
