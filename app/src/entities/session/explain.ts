/** Puts a failure into words, each at its place: on a field, or above the form. */
import type { AuthFailure } from './auth-failure.ts'
import type { authWords } from './auth-words.ts'
import { exampleNumber, type CredentialProblems, type FieldProblem } from './credentials.ts'

type Words = (typeof authWords)['fr']

export interface Explanation {
  identifier?: string
  password?: string
  /** Of both fields that stand empty, and says so at the first one. */
  isOfBoth?: boolean
  block?: string
  /** Good news that still asks for something. */
  notice?: string
}

export function explainProblems({ identifier, password }: CredentialProblems, m: Words): Explanation {
  // What is said of all fields is said once.
  const isOfBoth = identifier === 'fill' && password === 'fill'
  return {
    ...(identifier && { identifier: sentenceFor(identifier, m) }),
    ...(isOfBoth ? { isOfBoth } : password && { password: sentenceFor(password, m) }),
  }
}

function sentenceFor(problem: FieldProblem, m: Words): string {
  const phone = m.errPhone(exampleNumber())
  return { fill: m.errFill, email: m.errEmail, phone, short: m.errWeak(['length']) }[problem]
}

export function explainFailure(failure: AuthFailure, m: Words): Explanation {
  if (failure.kind === 'weak') return { password: m.errWeak(failure.reasons) }
  const words: Record<Exclude<AuthFailure['kind'], 'weak'>, Explanation> = {
    exists: { identifier: m.errExists },
    email: { identifier: m.errEmail },
    credentials: { block: m.errCredentials },
    confirm: { block: m.errConfirm },
    network: { block: m.errNetwork },
    either: { block: m.errEither },
    rate: { block: m.errRate },
    code: { block: m.errCode },
    same: { password: m.errSame },
    generic: { block: m.errGeneric },
  }
  return words[failure.kind]
}
