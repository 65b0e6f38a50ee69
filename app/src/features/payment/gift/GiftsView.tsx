import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { giftsQuery, refreshPayments, type Gift } from '#entities/payment/payment-queries.ts'
import { calledBy, type PersonCard } from '#entities/profile/person-card.ts'
import { formatDay } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { toast } from '#ui/toast/toast.ts'

import { CodeForm } from './CodeForm.tsx'
import { giftMessages } from './gift.i18n.ts'
import { GiftCode } from './GiftCode.tsx'
import { GiveView } from './GiveView.tsx'
import { codeOf } from './kept-codes.ts'

export interface GiftsViewProps {
  userId: string
  /** What led here. */
  giftId: string | undefined
  /** Of a link that somebody passed on. */
  code: string | undefined
}

/** Gifts that wait for oneself first, then giving one, then all that were given and got. */
export function GiftsView({ userId, giftId, code }: GiftsViewProps) {
  const m = useMessages(giftMessages)
  const { data, isError, refetch } = useQuery(giftsQuery(userId))
  if (!data && isError) {
    const again = (
      <Button size="sm" variant="line" onClick={() => void refetch()}>
        {m.retry}
      </Button>
    )
    return <Alert tone="danger" title={m.unreadable} action={again} />
  }
  if (!data) return <Skeleton className="h-80 w-full" />
  const { gifts, people } = data
  const got = gifts.filter(({ is_mine_to_give: isMine }) => !isMine)
  const waiting = got.filter(({ state }) => state === 'open')
  // Whoever gave comes to see what became of it.
  const isGone =
    giftId !== undefined &&
    !gifts.some(({ id, state, is_mine_to_give: isMine }) => id === giftId && (isMine || state === 'open'))
  return (
    <div className="grid gap-7">
      {isGone && <Alert tone="info">{m.gone}</Alert>}
      {waiting.map((gift) => (
        <Received key={gift.id} gift={gift} giver={people.get(gift.giver_id)} />
      ))}
      {code !== undefined && <CodeForm code={code} />}
      <GiveView userId={userId} />
      {code === undefined && <CodeForm code={code} />}
      <Gifts title={m.given} gifts={gifts.filter(({ is_mine_to_give: isMine }) => isMine)} people={people} />
      <Gifts title={m.got} gifts={got.filter(({ state }) => state !== 'open')} people={people} />
    </div>
  )
}

function useGiftAct(act: 'redeem_gift' | 'return_gift' | 'take_back_gift', gift: Gift, done: string) {
  const m = useMessages(giftMessages)
  return useMutation({
    mutationFn: () => callSignedIn(act, { p_gift: gift.id }),
    onSuccess: () => toast({ title: done }),
    onError: (error) =>
      toast({ title: error instanceof DataError && error.hint === 'gift_gone' ? m.gone : m.failed, tone: 'danger' }),
    onSettled: () => {
      refreshPayments()
      refreshCredits()
    },
  })
}

function Received({ gift, giver }: { gift: Gift; giver: PersonCard | undefined }) {
  const m = useMessages(giftMessages)
  const [isReturning, setReturning] = useState(false)
  const who = giver ? calledBy(giver) : m.somebody
  const accept = useGiftAct('redeem_gift', gift, m.accepted(gift.credits))
  const giveBack = useGiftAct('return_gift', gift, m.returned)
  const footer = (
    <Button variant="danger" wide busyLabel={giveBack.isPending && m.accepting} onClick={() => giveBack.mutate()}>
      {m.giveBack}
    </Button>
  )
  return (
    <section className="card grid max-w-160 gap-4 overflow-hidden">
      <div className="-mx-5 -mt-5">
        <Pagne seed={gift.id} className="h-12" />
      </div>
      <div className="flex items-center gap-3.5">
        {giver && <Avatar id={giver.id} src={giver.avatar_url} size="lg" />}
        <h2>{m.offers(who, gift.credits)}</h2>
      </div>
      {gift.message !== null && (
        <blockquote className="border-l-2 border-line-strong pl-3.5">{gift.message}</blockquote>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busyLabel={accept.isPending && m.accepting} onClick={() => accept.mutate()}>
          {m.accept}
        </Button>
        <Button variant="ghost" disabled={accept.isPending} onClick={() => setReturning(true)}>
          {m.giveBack}
        </Button>
      </div>
      {isReturning && (
        <Dialog title={m.giveBackTitle} onClose={() => setReturning(false)} footer={footer}>
          <p>{m.giveBackText(who, gift.credits)}</p>
        </Dialog>
      )}
    </section>
  )
}

interface GiftsProps {
  title: string
  gifts: readonly Gift[]
  people: ReadonlyMap<string, PersonCard>
}

function Gifts({ title, gifts, people }: GiftsProps) {
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
          <li key={gift.id} className="flex items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="truncate text-sm font-semibold">
                {gift.is_mine_to_give
                  ? gift.recipient_id === null
                    ? m.byCode(gift.credits)
                    : m.to(nameOf(gift.recipient_id), gift.credits)
                  : m.from(nameOf(gift.giver_id), gift.credits)}
              </p>
              <p className="text-xs text-text-3">
                {m[gift.state]}
                {gift.opened_at !== null && ` · ${formatDay(gift.closed_at ?? gift.opened_at)}`}
              </p>
            </div>
            {gift.is_mine_to_give && gift.state === 'open' && (
              <span className="flex flex-none gap-2">
                <SeeCode gift={gift} />
                <TakeBack gift={gift} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
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
