import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { DataError } from '#data/rest.ts'
import { profileQueries, type Profile } from '#entities/profile/profile-queries.ts'
import { formatDate } from '#i18n/format.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { keepAccountMutation } from './account-data.ts'
import { accountMessages } from './account.i18n.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

export function DeleteAccount({ userId }: { userId: string }) {
  const m = useMessages(accountMessages)
  const id = useId()
  const { data: profile } = useQuery(profileQueries.byHandle(userId))
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card grid gap-4" aria-labelledby={id}>
      <div>
        <h2 id={id}>{m.remove}</h2>
        <p className="mt-1 text-sm text-text-2">{m.removeText}</p>
      </div>
      {profile?.deletes_at ? (
        <Leaving date={profile.deletes_at} />
      ) : (
        <Button variant="danger" className="justify-self-start" disabled={!profile} onClick={() => setAsking(true)}>
          {m.removeAction}
        </Button>
      )}
      {isAsking && profile && <DeleteAccountDialog profile={profile} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** Shown wherever somebody who is leaving passes. */
export function LeavingNotice({ profile }: { profile: Profile | null | undefined }) {
  return profile?.deletes_at ? <Leaving date={profile.deletes_at} /> : null
}

function Leaving({ date }: { date: string }) {
  const m = useMessages(accountMessages)
  const { mutateAsync, isPending } = useMutation(keepAccountMutation)
  // Said though this notice has left the page by then.
  const keep = () => void mutateAsync().then(() => toast({ title: m.kept }), tellRefusal)
  const action = (
    <Button size="sm" disabled={isPending} onClick={keep}>
      {m.keep}
    </Button>
  )
  return (
    <Alert tone="warning" action={action}>
      {m.deleting(formatDate(date))}
    </Alert>
  )
}

function tellRefusal(error: unknown): void {
  const m = currentMessages(accountMessages)
  const isGone = error instanceof DataError && error.hint === 'account_gone'
  toast({ tone: 'danger', title: m.notAsked, description: isGone ? m.gone : m.tryAgain })
}
