import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { profileQueries, type Profile } from '#entities/profile/profile-queries.ts'
import { usernameShape } from '#entities/profile/username/username-queries.ts'
import { suggestionsIn, usernameProblem } from '#entities/profile/username/username-refusal.ts'
import { usernameMessages } from '#entities/profile/username/username.i18n.ts'
import { UsernameField } from '#entities/profile/username/UsernameField.tsx'
import { errorWords } from '#i18n/errors.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { editMessages } from './edit.i18n.ts'
import { LinkFields } from './LinkFields.tsx'
import { isEmpty, toLink } from './profile-links.ts'
import { ProfilePictureFields } from './ProfilePictureFields.tsx'
import { nameShown, saveProfileMutation, type PictureChange, type ProfileChange } from './save-profile.ts'

const longestBio = 300

export function EditProfileDialog({ onClose }: { onClose: () => void }) {
  const { data: profile } = useQuery({ ...profileQueries.byHandle(useUserId() ?? ''), staleTime: Infinity })
  return profile ? <EditProfile before={profile} onClose={onClose} /> : null
}

interface Refusal {
  shownName: string | null
  username: string | null
  suggestions: readonly string[]
  links: readonly number[]
}

const noRefusal: Refusal = { shownName: null, username: null, suggestions: [], links: [] }

function EditProfile({ before, onClose }: { before: Profile; onClose: () => void }) {
  const m = useMessages(editMessages)
  const u = useMessages(usernameMessages)
  const formId = useId()
  // As it was when the dialog opened: what is shown meanwhile is already the change.
  const [profile] = useState(before)
  const draft = useDraft(profile)
  const [refusal, setRefusal] = useState(noRefusal)
  const { mutateAsync, isPending } = useMutation(saveProfileMutation)
  const refuse = useRefuse(setRefusal)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const focus = (field: string) => form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
    const change = toChange(profile, draft)
    const wrong = draft.links.flatMap((link, place) => (isEmpty(link) || toLink(link) ? [] : [place]))
    if (change.username && !usernameShape.test(change.username)) {
      setRefusal({ ...noRefusal, username: u.username_invalid })
      return focus('username')
    }
    setRefusal({ ...noRefusal, links: wrong })
    if (wrong.length > 0) return undefined
    try {
      const became = await mutateAsync(change)
      toast(became === 'sent' ? { title: m.saved } : { title: m.waiting, description: m.waitingText })
      onClose()
    } catch (error) {
      refuse(error)
      if (usernameProblem(error)) focus('username')
      else if (isNameReserved(error)) focus(draft.chosenName ? 'chosen_name' : 'first_name')
    }
    return undefined
  }
  const onName = (username: string) => {
    draft.set({ username })
    setRefusal((given) => ({ ...given, username: null, suggestions: [] }))
  }

  return (
    <Dialog
      title={m.title}
      onClose={onClose}
      size="md"
      footer={
        <Button type="submit" form={formId} variant="ink" wide busyLabel={isPending && m.saving}>
          {m.save}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
        <ProfilePictureFields
          profile={profile}
          avatar={draft.avatar}
          banner={draft.banner}
          onChange={(shape, picture) => draft.set({ [shape]: picture })}
        />
        <Names draft={draft} />
        <ShownName
          draft={draft}
          refusal={refusal.shownName}
          otherwise={profile.chosen_name === null ? profile.display_name : ''}
        />
        <UsernameField
          value={draft.username}
          current={profile.username}
          refusal={refusal.username}
          suggestions={refusal.suggestions}
          onChange={onName}
        />
        <TextArea
          label={m.bio}
          name="bio"
          maxLength={longestBio}
          value={draft.bio}
          onChange={(event) => draft.set({ bio: event.target.value })}
          aside={<span className="text-xs text-text-3">{m.bioCount(draft.bio.length, longestBio)}</span>}
        />
        <LinkFields links={draft.links} wrong={refusal.links} onChange={(links) => draft.set({ links })} />
        <SelectField
          label={m.language}
          help={m.languageHelp}
          value={draft.locale}
          options={[
            { value: 'fr', label: m.french },
            { value: 'en', label: m.english },
          ]}
          onChange={(event) => draft.set({ locale: event.target.value === 'en' ? 'en' : 'fr' })}
        />
      </form>
    </Dialog>
  )
}

function Names({ draft }: { draft: Draft }) {
  const m = useMessages(editMessages)
  return (
    <div className="grid gap-4.5 md:grid-cols-2">
      <TextField
        label={m.firstName}
        name="first_name"
        autoComplete="given-name"
        maxLength={50}
        value={draft.firstName}
        onChange={(event) => draft.set({ firstName: event.target.value })}
        data-autofocus
      />
      <TextField
        label={m.lastName}
        name="last_name"
        autoComplete="family-name"
        maxLength={50}
        value={draft.lastName}
        onChange={(event) => draft.set({ lastName: event.target.value })}
      />
    </div>
  )
}

/** Left empty, it is what the names make. */
function ShownName({ draft, refusal, otherwise }: { draft: Draft; refusal: string | null; otherwise: string }) {
  const m = useMessages(editMessages)
  const names = { first_name: draft.firstName.trim(), last_name: draft.lastName.trim(), chosen_name: null }
  return (
    <TextField
      label={m.shownName}
      name="chosen_name"
      autoComplete="nickname"
      maxLength={80}
      placeholder={nameShown(names, draft.username) || otherwise}
      help={m.shownNameHelp}
      error={refusal}
      value={draft.chosenName}
      onChange={(event) => draft.set({ chosenName: event.target.value })}
    />
  )
}

type Draft = ReturnType<typeof useDraft>

function useDraft(profile: Profile) {
  const [draft, setDraft] = useState({
    firstName: profile.first_name ?? '',
    lastName: profile.last_name ?? '',
    chosenName: profile.chosen_name ?? '',
    username: profile.username ?? '',
    bio: profile.bio,
    links: profile.links,
    locale: profile.locale,
    avatar: undefined as PictureChange,
    banner: undefined as PictureChange,
  })
  const set = (part: Partial<typeof draft>) => setDraft((given) => ({ ...given, ...part }))
  return { ...draft, set }
}

function toChange(before: Profile, draft: Draft): ProfileChange {
  return {
    before,
    username: draft.username || null,
    fields: {
      first_name: draft.firstName.trim() || null,
      last_name: draft.lastName.trim() || null,
      chosen_name: draft.chosenName.trim() || null,
      bio: draft.bio.trim(),
      links: draft.links.flatMap((link) => (isEmpty(link) ? [] : (toLink(link) ?? []))),
      locale: draft.locale,
    },
    avatar: draft.avatar,
    banner: draft.banner,
  }
}

const isNameReserved = (error: unknown) => error instanceof DataError && error.hint === 'name_reserved'

/** Each refusal at its field; what belongs to none in a toast. What was written stays. */
function useRefuse(setRefusal: (refusal: Refusal) => void): (error: unknown) => void {
  const m = useMessages(editMessages)
  const u = useMessages(usernameMessages)
  const { happened } = useMessages(errorWords)
  return (error) => {
    const problem = usernameProblem(error)
    const { isRetryable = false } = error instanceof DataError ? error : {}
    if (problem) setRefusal({ ...noRefusal, username: u[problem], suggestions: suggestionsIn(error) })
    else if (isNameReserved(error)) setRefusal({ ...noRefusal, shownName: m.name_reserved })
    else toast({ tone: 'danger', title: m.notSaved, description: isRetryable ? m.network : happened })
  }
}
