/** What is typed in the first steps: kept on the device with every letter, saved as a whole, refused at its field. */
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { useOnline } from '#data/network.ts'
import { DataError } from '#data/rest.ts'
import { givenName } from '#entities/profile/display-name.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { useProposedUsername } from '#entities/profile/username/use-proposed-username.ts'
import { usernameShape } from '#entities/profile/username/username-queries.ts'
import { suggestionsIn, usernameProblem } from '#entities/profile/username/username-refusal.ts'
import { usernameMessages } from '#entities/profile/username/username.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { firstStepsMessages } from './first-steps.i18n.ts'
import { saveStepsMutation } from './save-steps.ts'

const entry = 'first-steps'

interface TypedSteps {
  name: string
  /** `null` as long as the proposed one will do. */
  username: string | null
}

function readTyped(profile: Profile): TypedSteps {
  try {
    return JSON.parse(readPrivate(entry)) as TypedSteps
  } catch {
    return { name: givenName(profile), username: profile.username }
  }
}

/** `null`: it is saved. */
function keepTyped(typed: TypedSteps | null): void {
  writePrivate(entry, typed ? JSON.stringify(typed) : '')
}

interface Refusal {
  name?: string
  username: string | null
  suggestions: readonly string[]
  block?: ReactNode
}

const noRefusal: Refusal = { username: null, suggestions: [] }

export function useSteps(before: Profile) {
  const u = useMessages(usernameMessages)
  // As it was when the sheet opened.
  const [profile] = useState(before)
  const [typed, setTyped] = useState(() => readTyped(profile))
  const [refusal, setRefusal] = useState(noRefusal)
  const locale = useLanguage()
  const refuse = useRefuse(setRefusal)
  const hasName = typed.name.trim() !== ''
  const proposed = useProposedUsername(typed.name, typed.username === null && hasName)
  const username = typed.username ?? proposed
  const { mutateAsync, isPending } = useMutation(saveStepsMutation)

  const change = (part: Partial<TypedSteps>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    keepTyped(next)
    setRefusal(noRefusal)
  }
  /** `null` where it was refused. */
  const save = async (): Promise<Profile | null> => {
    setRefusal(noRefusal)
    if (username !== '' && !usernameShape.test(username)) {
      setRefusal({ ...noRefusal, username: u.username_invalid })
      return null
    }
    try {
      const saved = await mutateAsync({ before: profile, name: typed.name, username, locale })
      keepTyped(null)
      return saved
    } catch (error) {
      refuse(error)
      return null
    }
  }
  return { typed, username, refusal, isPending, change, save }
}

function useRefuse(setRefusal: (refusal: Refusal) => void): (error: unknown) => void {
  const m = useMessages(firstStepsMessages)
  const u = useMessages(usernameMessages)
  const isOnline = useOnline()
  return (error) => {
    const problem = usernameProblem(error)
    const isAway = !isOnline || (error instanceof DataError && error.isRetryable)
    if (problem) setRefusal({ username: u[problem], suggestions: suggestionsIn(error) })
    else if (error instanceof DataError && error.hint === 'name_reserved')
      setRefusal({ ...noRefusal, name: m.nameReserved })
    else
      setRefusal({
        ...noRefusal,
        block: (
          <Alert tone="danger" title={isAway ? m.network : m.failed}>
            {isAway ? m.networkText : m.failedText}
          </Alert>
        ),
      })
  }
}
