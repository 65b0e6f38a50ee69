/** Somebody's invitation: a visitor makes an account and comes back to it, a member accepts it. */
import type { Referrer } from '@product/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { calledBy } from '#entities/profile/person-card.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { toast } from '#ui/toast/toast.ts'

import { accept, invitePath, inviteQueries, refreshInvitation } from './invite-queries.ts'
import { inviteMessages } from './invite.i18n.ts'

interface Invited {
  code: string
  onClose: () => void
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(inviteMessages)
  const { id: code = '' } = useModalSearch()
  const { data, isError, refetch } = useQuery(inviteQueries.by(code, useUserId()))
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <Dialog title={m.invitation} onClose={onClose}>
      {data === undefined &&
        (isError ? (
          <Alert tone="warning" title={m.network} action={retry} />
        ) : (
          <Skeleton className="h-50 rounded-lg" />
        ))}
      {data === null && <Plain text={m.gone} action={<Button onClick={onClose}>{m.close}</Button>} />}
      {data && <Offer referrer={data} code={code} onClose={onClose} />}
    </Dialog>
  )
}

function Plain({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p>{text}</p>
      {action}
    </div>
  )
}

function Offer({ referrer, code, onClose }: Invited & { referrer: Referrer }) {
  const m = useMessages(inviteMessages)
  const userId = useUserId()
  const toOwn = (
    <Link to={paths.creator} className={buttonClass({ variant: 'line' })}>
      {m.seeOwn}
    </Link>
  )
  if (referrer.id === userId) return <Plain text={m.own} action={toOwn} />
  const { id, avatar_url: avatar } = referrer
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3.5">
        <Avatar id={id} src={avatar} size="lg" />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{m.invites(calledBy(referrer))}</p>
          {userId === null && <p className="text-sm text-text-2">{m.what}</p>}
        </div>
      </div>
      <p className="text-sm">{m.textForYou}</p>
      <p className="text-xs text-text-3">{m.when}</p>
      {userId === null ? (
        <Link
          to={paths.signup}
          search={{ from: invitePath(code) }}
          className={buttonClass({ variant: 'primary', wide: true })}
        >
          {m.join}
        </Link>
      ) : (
        <Accept name={calledBy(referrer)} code={code} onClose={onClose} />
      )}
    </div>
  )
}

const refusals = ['referral_taken', 'referral_late', 'referral_unknown'] as const

function Accept({ name, code, onClose }: Invited & { name: string }) {
  const m = useMessages(inviteMessages)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => accept(code),
    onSuccess: () => {
      toast({ title: m.accepted(name) })
      onClose()
    },
    onSettled: refreshInvitation,
  })
  const refused = error instanceof DataError ? refusals.find((known) => known === error.hint) : undefined
  const otherwise = error instanceof DataError && error.status === 0 ? m.network : m.failed
  return (
    <>
      {error && <Alert tone="danger">{refused ? m[refused] : otherwise}</Alert>}
      <Button variant="primary" wide busyLabel={isPending && m.accepting} onClick={() => mutate()}>
        {m.acceptIt}
      </Button>
    </>
  )
}
