import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import type { Answer } from '#data/question.ts'
import { giftsQuery, paymentQueries, type Gift } from '#entities/payment/payment-queries.ts'
import { calledBy, type PersonCard } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { CodeForm } from './CodeForm.tsx'
import { giftMessages } from './gift.i18n.ts'
import { GiftList } from './GiftList.tsx'
import { GiveView } from './GiveView.tsx'
import { useGiftAct } from './use-gift-act.ts'

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
  const payments = useQuery(paymentQueries.own(userId))
  const [opened, setOpened] = useState<Answer<'redeem_gift_code'>>(null)
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
      {opened && (
        <GiftCard
          id={opened.gift_id}
          credits={opened.credits}
          giver={people.get(opened.giver_id)}
          words={opened.message}
        >
          <p role="status" className="text-sm text-success-text">
            {m.accepted(opened.credits)}
          </p>
        </GiftCard>
      )}
      {isGone && <Alert tone="info">{m.gone}</Alert>}
      {waiting.map((gift) => (
        <Received key={gift.id} gift={gift} giver={people.get(gift.giver_id)} />
      ))}
      {code !== undefined && <CodeForm code={code} onOpened={setOpened} />}
      <GiveView userId={userId} />
      {code === undefined && <CodeForm code={code} onOpened={setOpened} />}
      <GiftList
        title={m.given}
        gifts={gifts.filter(({ is_mine_to_give: isMine }) => isMine)}
        people={people}
        payments={payments.data}
      />
      <GiftList title={m.got} gifts={got.filter(({ state }) => state !== 'open')} people={people} />
    </div>
  )
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
    <GiftCard id={gift.id} credits={gift.credits} giver={giver} words={gift.message}>
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
    </GiftCard>
  )
}

interface GiftCardProps {
  id: string
  credits: number
  giver: PersonCard | undefined
  /** Of the giver. */
  words: string | null
  children: ReactNode
}

/** A gift as whoever gets it sees it: from whom, how much, and with which words. */
function GiftCard({ id, credits, giver, words, children }: GiftCardProps) {
  const m = useMessages(giftMessages)
  return (
    <section className="card grid max-w-160 gap-4 overflow-hidden">
      <div className="-mx-5 -mt-5">
        <Pagne seed={id} className="h-12" />
      </div>
      <div className="flex items-center gap-3.5">
        {giver && <Avatar id={giver.id} src={giver.avatar_url} size="lg" />}
        <h2>{m.offers(giver ? calledBy(giver) : m.somebody, credits)}</h2>
      </div>
      {words !== null && <blockquote className="border-l-2 border-line-strong pl-3.5 break-words">{words}</blockquote>}
      {children}
    </section>
  )
}
