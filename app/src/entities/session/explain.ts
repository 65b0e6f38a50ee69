/** Puts a failure into words, each at its place: on a field, or above the form. */
import type { AuthFailure } from './auth-failure.ts'
import type { authWords } from './auth-words.ts'
import type { CredentialProblems, FieldProblem } from './credentials.ts'

type Words = (typeof authWords)['fr']

export interface Explanation {
  identifier?: string
  password?: string
  block?: string
  /** Good news that still asks for something. */
  notice?: string
}

export function explainProblems({ identifier, password }: CredentialProblems, m: Words): Explanation {
  return {
    ...(identifier && { identifier: sentenceFor(identifier, m) }),
    // What is said of all fields is said once.
    ...(password && !(identifier === 'fill' && password === 'fill') && { password: sentenceFor(password, m) }),
  }
}

function sentenceFor(problem: FieldProblem, m: Words): string {
  return { fill: m.errFill, email: m.errEmail, phone: m.errPhone, short: m.errWeak(['length']) }[problem]
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
