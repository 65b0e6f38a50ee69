import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { toAuthFailure } from './auth-failure.ts'
import { findProblems, parseLogin } from './credentials.ts'
import { explainFailure, explainProblems, type Explanation } from './explain.ts'
import { signInMessages } from './sign-in-messages.ts'
import { signInMutation, signUpMutation } from './sign-in-mutations.ts'

export type EntryMode = 'sign-in' | 'sign-up'

export const nothingSaid: Explanation = {}

/** Checks what was typed, sends it, and says what came of it. Success shows by the session that follows. */
export function useSignIn(mode: EntryMode, startsWith: Explanation) {
  const m = useMessages(signInMessages)
  const { mutateAsync, isPending } = useMutation(mode === 'sign-up' ? signUpMutation : signInMutation)
  const [answer, setAnswer] = useState({ mode, said: startsWith })
  const say = (said: Explanation) => setAnswer({ mode, said })

  const submit = async (typed: FormData) => {
    const identifier = readText(typed, 'identifier')
    const password = readText(typed, 'password')
    const login = parseLogin(identifier)
    const problems = findProblems(identifier, password, mode === 'sign-up')
    if (!login || Object.keys(problems).length > 0) return say(explainProblems(problems, m))
    try {
      const { hasSession } = await mutateAsync({ login, password, name: readText(typed, 'name') })
      return say(hasSession ? nothingSaid : { notice: m.errConfirm })
    } catch (error) {
      return say(explainFailure(toAuthFailure(error), m))
    }
  }

  // What was said about one tab says nothing about the other; what was typed stays.
  return { said: answer.mode === mode ? answer.said : nothingSaid, isPending, submit }
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
