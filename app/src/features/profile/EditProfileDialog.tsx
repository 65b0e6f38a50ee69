import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { profileQueries, type Profile } from '#entities/profile/profile-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextArea, TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'

import { editProfileMutation, type ProfileChange } from './edit-profile-mutation.ts'
import { profileMessages } from './profile-messages.ts'

const usernameShape = /^[a-z0-9_.]{3,30}$/u
const longestBio = 300

export function EditProfileDialog({ onClose }: { onClose: () => void }) {
  const { data: profile } = useQuery({ ...profileQueries.byHandle(useUserId() ?? ''), staleTime: Infinity })
  return profile ? <EditProfile profile={profile} onClose={onClose} /> : null
}

function EditProfile({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const m = useMessages(profileMessages)
  const formId = useId()
  const { mutateAsync, isPending } = useMutation(editProfileMutation)
  const [usernameError, setUsernameError] = useState<string | null>(null)
  const [bio, setBio] = useState(profile.bio)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const change = readForm(profile.id, new FormData(form))
    const refuse = (words: string) => {
      setUsernameError(words)
      form.querySelector<HTMLInputElement>('[name=username]')?.focus()
    }
    if (change.username && !usernameShape.test(change.username)) return refuse(m.usernameInvalid)
    try {
      await mutateAsync(change)
      toast({ title: m.saved })
      onClose()
    } catch (error) {
      // 23505: another row has this username.
      if (error instanceof DataError && error.code === '23505') return refuse(m.usernameTaken)
      const isNetwork = error instanceof DataError && error.isRetryable
      toast({ tone: 'danger', title: m.notSaved, description: isNetwork ? m.network : m.unknown })
    }
  }

  return (
    <Dialog
      title={m.edit}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="ink" wide busyLabel={isPending && m.saving}>
          {m.save}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
        <div className="grid gap-4.5 md:grid-cols-2">
          <TextField
            label={m.firstName}
            name="first_name"
            autoComplete="given-name"
            maxLength={50}
            defaultValue={profile.first_name ?? ''}
            data-autofocus
          />
          <TextField
            label={m.lastName}
            name="last_name"
            autoComplete="family-name"
            maxLength={50}
            defaultValue={profile.last_name ?? ''}
          />
        </div>
        <TextField
          label={m.username}
          name="username"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
          defaultValue={profile.username ?? ''}
          help={m.usernameHelp}
          error={usernameError}
        />
        <TextArea
          label={m.bio}
          name="bio"
          maxLength={longestBio}
          value={bio}
          onChange={(event) => setBio(event.target.value)}
          aside={<span className="text-xs text-text-3">{m.bioCount(bio.length, longestBio)}</span>}
        />
      </form>
    </Dialog>
  )
}

function readForm(id: string, form: FormData): ProfileChange {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    id,
    first_name: text('first_name') || null,
    last_name: text('last_name') || null,
    username: text('username').toLowerCase() || null,
    bio: text('bio'),
  }
}
