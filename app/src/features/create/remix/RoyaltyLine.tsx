import type { RemixRoyalties } from '@product/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { call } from '#data/wire.ts'
import { formatNumber } from '#i18n/format.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'

const royaltyMessages = defineMessages({
  fr: {
    receives: (who: string, francs: string) => `${who} recevra ${francs} F`,
    alsoReceives: (who: string, francs: string) => `${who} ${francs} F`,
    samePrice: 'Cela ne change pas votre prix.',
    gift: (who: string) => `Payé avec vos crédits offerts, ce remix ne rapporte rien à ${who}.`,
  },
  en: {
    receives: (who: string, francs: string) => `${who} will receive ${francs} F`,
    alsoReceives: (who: string, francs: string) => `${who} ${francs} F`,
    samePrice: 'This does not change your price.',
    gift: (who: string) => `Paid for with gift credits, this remix gives ${who} nothing.`,
  },
})

const royaltiesQuery = (userId: string | null, post: string, credits: number) =>
  queryOptions({
    queryKey: ['remix-royalties', userId, post, credits],
    queryFn: ({ signal }) => call('remix_royalties', { post, credits }, { signal }),
    enabled: userId !== null && credits > 0,
    placeholderData: keepPreviousData,
  })

/** Whom a remix at this price would pay: « @awa recevra 2,50 F, @kossi 1,25 F. Cela ne change pas votre prix. » */
export function RoyaltyLine({ postId, credits }: { postId: string; credits: number }) {
  const m = useMessages(royaltyMessages)
  const { data } = useQuery(royaltiesQuery(useUserId(), postId, credits))
  const [nearest, ...others] = data?.lines ?? []
  if (!data || !nearest) return null
  if (data.paid === 0) return <p className="mt-1">{m.gift(nameOf(nearest))}</p>
  const parts = [
    m.receives(nameOf(nearest), inFrancs(nearest.milli)),
    ...others.map((line) => m.alsoReceives(nameOf(line), inFrancs(line.milli))),
  ]
  return (
    <p className="mt-1">
      {parts.join(', ')}. {m.samePrice}
    </p>
  )
}

type Line = RemixRoyalties['lines'][number]

const nameOf = ({ username, display_name: name }: Line) => (username === null ? name : `@${username}`)

/** 2,50 and 0,625: thousandths only where there are some. */
function inFrancs(milli: number): string {
  const digits = milli % 10 === 0 ? 2 : 3
  return formatNumber(milli / 1000, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
