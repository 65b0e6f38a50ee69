import { useState } from 'react'

import type { Gift, Payment } from '#entities/payment/payment-queries.ts'
import { calledBy, type PersonCard } from '#entities/profile/person-card.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { RefundDialog } from '../refund/RefundDialog.tsx'
import { giftMessages } from './gift.i18n.ts'
import { GiftCode } from './GiftCode.tsx'
import { codeOf } from './kept-codes.ts'
import { useGiftAct } from './use-gift-act.ts'

export interface GiftListProps {
  title: string
  gifts: readonly Gift[]
  people: ReadonlyMap<string, PersonCard>
  /** By which they were bought. */
  payments?: readonly Payment[] | undefined
}

/** Gifts that one gave or got, each with its words and what became of it. */
export function GiftList({ title, gifts, people, payments }: GiftListProps) {
  const m = useMessages(giftMessages)
  if (gifts.length === 0) return null
  const nameOf = (id: string | null) => {
    const person = people.get(id ?? '')
    return person ? calledBy(person) : m.somebody
  }
  return (
    <section className="max-w-200">
      <h2>{title}</h2>
      <ul className="card mt-3 divide-y divide-line py-1!">
        {gifts.map((gift) => (
          <Row key={gift.id} gift={gift} nameOf={nameOf} payment={payments?.find(({ id }) => id === gift.payment_id)} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  gift: Gift
  nameOf: (id: string | null) => string
  payment: Payment | undefined
}

function Row({ gift, nameOf, payment }: RowProps) {
  const m = useMessages(giftMessages)
  const { is_mine_to_give: isMine, recipient_id: recipient, giver_id: giver, credits, message } = gift
  const who = isMine ? recipient : giver
  const title = who === null ? m.byCode(credits) : isMine ? m.to(nameOf(who), credits) : m.from(nameOf(who), credits)
  const at = gift.closed_at ?? gift.opened_at
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{title}</p>
        {message !== null && <p className="text-sm break-words text-text-2">« {message} »</p>}
        <p className="text-xs text-text-3">
          {stateOf(m, gift, payment)}
          {at !== null && ` · ${formatDay(at)}`}
        </p>
      </div>
      {isMine && gift.state === 'open' && !gift.is_going_back && (
        <span className="flex flex-none flex-wrap gap-2">
          <SeeCode gift={gift} />
          <TakeBack gift={gift} />
          {payment?.is_refundable && <BeRefunded payment={payment} />}
        </span>
      )}
    </li>
  )
}

function stateOf(
  m: ReturnType<typeof useMessages<(typeof giftMessages)['fr']>>,
  { state, is_going_back: isGoingBack }: Gift,
  payment: Payment | undefined,
): string {
  if (isGoingBack) return m.goingBack
  return state === 'taken_back' && payment !== undefined && payment.refunded > 0 ? m.refunded : m[state]
}

function BeRefunded({ payment }: { payment: Payment }) {
  const m = useMessages(giftMessages)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsked(true)}>
        {m.beRefunded}
      </Button>
      {isAsked && <RefundDialog payment={payment} onClose={() => setAsked(false)} />}
    </>
  )
}

function SeeCode({ gift }: { gift: Gift }) {
  const m = useMessages(giftMessages)
  const [isOpen, setOpen] = useState(false)
  const code = codeOf(gift.payment_id)
  if (code === null) return null
  return (
    <>
      <Button size="sm" variant="line" onClick={() => setOpen(true)}>
        {m.seeCode}
      </Button>
      {isOpen && (
        <Dialog title={m.code} onClose={() => setOpen(false)}>
          <GiftCode code={code} />
        </Dialog>
      )}
    </>
  )
}

const keptForMs = 30 * 24 * 3_600_000

/** What nobody opened for thirty days. */
function TakeBack({ gift }: { gift: Gift }) {
  const m = useMessages(giftMessages)
  const act = useGiftAct('take_back_gift', gift, m.takenBack(gift.credits))
  const [now] = useState(() => Date.now())
  if (gift.opened_at === null || now - new Date(gift.opened_at).getTime() < keptForMs) return null
  return (
    <Button size="sm" variant="line" disabled={act.isPending} onClick={() => act.mutate()}>
      {m.takeBack}
    </Button>
  )
}
