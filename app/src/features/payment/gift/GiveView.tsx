import { useState } from 'react'

import type { Offer, Operator } from '#entities/payment/payment-queries.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { PackChoice } from '../buy/PackChoice.tsx'
import { PayPanel } from '../buy/PayPanel.tsx'
import { WithOffers } from '../buy/WithOffers.tsx'
import { giftMessages } from './gift.i18n.ts'
import { keepCode } from './kept-codes.ts'
import { PersonField } from './PersonField.tsx'

const longestWord = 200

export function GiveView({ userId }: { userId: string }) {
  return (
    <WithOffers>{(offers, operators) => <Giving userId={userId} offers={offers} operators={operators} />}</WithOffers>
  )
}

interface GivingProps {
  userId: string
  offers: readonly Offer[]
  operators: readonly Operator[]
}

function Giving({ userId, offers, operators }: GivingProps) {
  const m = useMessages(giftMessages)
  const packs = offers.filter(({ kind }) => kind === 'pack')
  const [priceId, setPriceId] = useState(packs[0]?.priceId ?? '')
  const [person, setPerson] = useState<PersonCard | null>(null)
  const [to, setTo] = useState<'person' | 'code'>('person')
  const [word, setWord] = useState('')
  const chosen = packs.find((pack) => pack.priceId === priceId)
  if (!chosen) return null
  const message = word.trim()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <section className="grid gap-4">
        <div>
          <h2>{m.give}</h2>
          <p className="mt-1 text-sm text-text-2">{m.giveText}</p>
        </div>
        <SegmentedControl
          label={m.who}
          value={to}
          options={[
            { value: 'person', label: m.toPerson },
            { value: 'code', label: m.toCode },
          ]}
          onChange={setTo}
        />
        {to === 'person' ? (
          <PersonField userId={userId} person={person} onChange={setPerson} />
        ) : (
          <p className="text-sm text-text-2">{m.toCodeText}</p>
        )}
        <PackChoice packs={packs} value={priceId} onChange={setPriceId} />
        <TextArea
          label={m.word}
          value={word}
          maxLength={longestWord}
          rows={2}
          help={word.length > longestWord - 40 ? m.wordHelp(longestWord - word.length) : undefined}
          onChange={(event) => setWord(event.target.value)}
        />
      </section>
      <PayPanel
        what={chosen}
        operators={operators}
        gift={{ ...(to === 'person' && { username: person?.username ?? '' }), ...(message && { message }) }}
        obstacle={to === 'person' && person === null ? m.chooseFirst : null}
        onStarted={({ payment_id: id, next, gift_code: code }) => {
          if (code !== undefined) keepCode(id, code)
          if (next.kind !== 'url') navigate({ to: paths.paymentSuccess, search: { p: id } })
        }}
      />
    </div>
  )
}
