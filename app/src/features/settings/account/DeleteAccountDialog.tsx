import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { DataError } from '#data/rest.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { deleteAccountMutation } from './account-data.ts'
import { accountMessages } from './account.i18n.ts'
import { signOutMutation } from './sign-out-mutation.ts'

/** Says what goes, and asks for the account's own name. Then this device is signed out: signing in again may still undo it. */
export function DeleteAccountDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const m = useMessages(accountMessages)
  const formId = useId()
  const name = profile.username ?? profile.display_name
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isLate, setLate] = useState(false)
  const refusals: Record<string, string> = { username_mismatch: m.wrongName, orders_open: m.ordersOpen }
  const { mutateAsync, isPending } = useMutation(deleteAccountMutation)
  const { mutateAsync: signOut } = useMutation(signOutMutation)
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim().toLowerCase() !== name.toLowerCase()) return setError(m.wrongName)
    try {
      const date = await mutateAsync(typed.trim())
      navigate({ to: '/' })
      await signOut('global')
      toast({ title: m.deleting(formatDate(date)), duration: 8000 })
    } catch (failure) {
      const hint = failure instanceof DataError ? failure.hint : undefined
      if (hint === 'sign_in_again') setLate(true)
      else setError(refusals[hint ?? ''] ?? m.tryAgain)
    }
    return undefined
  }
  const signInAgain = async () => {
    await signOut('local')
    navigate({ to: '/auth', search: { from: '/account?section=data' } })
  }
  return (
    <Dialog
      title={m.removeTitle}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap-reverse gap-2">
          <Button className="flex-1" onClick={onClose}>
            {m.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            className="flex-1"
            disabled={typed.trim() === ''}
            busyLabel={isPending && m.removing}
          >
            {m.removeAction}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void remove(event)} className="grid gap-4 text-sm">
        <p>{m.removeText}</p>
        <WhatGoes profile={profile} />
        <p className="text-text-2">{m.remixesStay}</p>
        <p className="text-text-2">{m.keepCopy}</p>
        {isLate && (
          <Alert
            tone="warning"
            action={
              <Button size="sm" onClick={() => void signInAgain()}>
                {m.signInAgain}
              </Button>
            }
          >
            {m.signInFirst}
          </Alert>
        )}
        <TextField
          label={m.typeName(name)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}

function WhatGoes({ profile: { counters } }: { profile: Profile }) {
  const m = useMessages(accountMessages)
  const { data: balance } = useCredits()
  return (
    <div>
      <h3 className="text-base">{m.goes}</h3>
      <ul className="mt-1.5 list-disc pl-5 text-text-2">
        {counters && <li>{m.goesPosts(counters.posts_count)}</li>}
        {counters && <li>{m.goesPeople(counters.followers_count)}</li>}
        {balance && <li>{m.goesCredits(balance.available)}</li>}
        <li>{m.goesMessages}</li>
      </ul>
    </div>
  )
}
