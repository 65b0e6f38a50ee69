/** One's own invitation: the link, the code to say aloud, and what came of it. */
import type { Referral } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import Share2 from 'lucide-react/icons/share-2'

import { useUserId } from '#data/session.ts'
import { shareAddress } from '#entities/image/share-address.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { inviteAddress, inviteQueries, spaced } from './invite-queries.ts'
import { inviteMessages } from './invite.i18n.ts'

export function InviteCard() {
  const m = useMessages(inviteMessages)
  const { data, isError, refetch } = useQuery(inviteQueries.own(useUserId()))
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <section aria-labelledby="invitation" className="card grid gap-3">
      <h2 id="invitation" className="text-base">
        {m.title}
      </h2>
      <p className="text-sm text-text-2">{m.text}</p>
      {data && <Own referral={data} />}
      {!data && (isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-30" />)}
    </section>
  )
}

function Own({ referral: { code, invited, waiting, given, invited_by: by } }: { referral: Referral }) {
  const m = useMessages(inviteMessages)
  const share = async () => {
    try {
      if ((await shareAddress({ url: inviteAddress(code), title: m.shareTitle })) === 'copied')
        toast({ title: m.copied })
    } catch {
      toast({ title: m.copyFailed, tone: 'danger' })
    }
  }
  const facts = [
    { name: m.people, count: invited },
    { name: m.waiting, count: waiting },
    { name: m.given, count: given },
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="line" icon={<Share2 aria-hidden="true" className="size-4.5" />} onClick={() => void share()}>
          {m.share}
        </Button>
        <p className="text-sm font-semibold">{m.code(spaced(code))}</p>
      </div>
      <dl className="grid grid-cols-3 gap-3">
        {facts.map(({ name, count }) => (
          <div key={name} className="flex flex-col justify-between">
            <dt className="text-xs text-text-2">{name}</dt>
            <dd className="num text-xl font-semibold">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-text-3">
        {m.when} {by && m.invitedBy(by.name)}
      </p>
    </>
  )
}
