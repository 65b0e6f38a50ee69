import { useMutation, mutationOptions } from '@tanstack/react-query'
import { useState } from 'react'

import { supabase } from '#data/supabase.ts'
import { isJustSent, toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { findProblems, parseLogin, splitName, type Login } from '#entities/session/credentials.ts'
import { explainFailure, explainProblems, type Explanation } from '#entities/session/explain.ts'
import { forgetSignUp, noteSignUp } from '#entities/session/new-account.ts'
import { useMessages } from '#i18n/messages.ts'

import { requestCodeMutation } from './code-mutations.ts'
import { channelFor, type CodePurpose, type CodeRequest } from './entry-step.ts'
import { signInMessages } from './sign-in.i18n.ts'

export type EntryMode = 'sign-in' | 'sign-up'

export const nothingSaid: Explanation = {}

export interface SignInSteps {
  mode: EntryMode
  startsWith: Explanation
  /** A code has been sent and is waited for. */
  onCodeSent: (request: CodeRequest) => void
  /** Who came in. */
  onEntered: (userId: string) => void
}

/** Checks what was typed, sends it, and says what came of it. Success shows by the session that follows. */
export function useSignIn({ mode, startsWith, onCodeSent, onEntered }: SignInSteps) {
  const m = useMessages(signInMessages)
  const words = useMessages(authWords)
  const enter = useMutation(mode === 'sign-up' ? signUpMutation : signInMutation)
  const code = useMutation(requestCodeMutation)
  const [answer, setAnswer] = useState({ mode, said: startsWith })
  const say = (said: Explanation) => setAnswer({ mode, said })
  const fail = (error: unknown) => say(explainFailure(toAuthFailure(error), words))

  const sendCode = (request: CodeRequest) =>
    code.mutateAsync(request).then(
      () => onCodeSent(request),
      (error: unknown) => (isJustSent(error) ? onCodeSent(request) : fail(error)),
    )

  const submit = async (typed: FormData) => {
    const identifier = readText(typed, 'identifier')
    const password = readText(typed, 'password')
    const login = parseLogin(identifier)
    const problems = findProblems(identifier, password, mode === 'sign-up')
    if (!login || Object.keys(problems).length > 0) return say(explainProblems(problems, words))
    if (mode === 'sign-up') noteSignUp()
    const confirm: CodeRequest = { purpose: 'confirm', login, channel: channelFor(login) }
    try {
      const { userId } = await enter.mutateAsync({ login, password, name: readText(typed, 'name') })
      say(nothingSaid)
      if (userId === undefined) onCodeSent(confirm)
      else onEntered(userId)
    } catch (error) {
      if (isJustSent(error)) return onCodeSent(confirm)
      forgetSignUp()
      if (toAuthFailure(error).kind !== 'confirm') return fail(error)
      // The password was right: the address is still to be proved, by a fresh code.
      await sendCode(confirm)
    }
  }

  /** Only the address is needed: the code, or the mail that it is in, proves the rest. */
  const askForCode = async (typed: FormData, purpose: Exclude<CodePurpose, 'confirm'>) => {
    const identifier = readText(typed, 'identifier')
    const login = parseLogin(identifier)
    const { identifier: problem } = findProblems(identifier, 'x', false)
    if (problem === 'fill') return say({ identifier: purpose === 'recovery' ? m.forgottenFirst : m.getCodeFirst })
    if (!login) return say(explainProblems({ identifier: problem ?? 'email' }, words))
    const request: CodeRequest = { purpose, login, channel: channelFor(login) }
    return sendCode(request)
  }

  // What was said about one tab says nothing about the other; what was typed stays.
  const said = answer.mode === mode ? answer.said : nothingSaid
  return { said, isPending: enter.isPending, isSending: code.isPending, submit, askForCode }
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

interface Entry {
  login: Login
  password: string
  /** Only read at sign-up. */
  name: string
}

/** Whose session came with the answer; without one the address has to be confirmed first. */
interface Entered {
  userId: string | undefined
}

const signInMutation = mutationOptions({
  mutationFn: async ({ login, password }: Entry): Promise<Entered> => {
    const client = await supabase()
    const { data, error } = await client.auth.signInWithPassword({ ...login, password })
    if (error) throw error
    return { userId: data.session?.user.id }
  },
})

const signUpMutation = mutationOptions({
  mutationFn: async ({ login, password, name }: Entry): Promise<Entered> => {
    const client = await supabase()
    const { data, error } = await client.auth.signUp({ ...login, password, options: { data: splitName(name) } })
    if (error) throw error
    return { userId: data.session?.user.id }
  },
})
