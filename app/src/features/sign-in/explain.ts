/** Puts a failure into words, each at its place: on a field, or above the form. */
import type { AuthFailure } from './auth-failure.ts'
import type { CredentialProblems, FieldProblem } from './credentials.ts'
import type { signInMessages } from './sign-in-messages.ts'

type Words = (typeof signInMessages)['fr']

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
    ...(password && { password: sentenceFor(password, m) }),
  }
}

function sentenceFor(problem: FieldProblem, m: Words): string {
  return { fill: m.errFill, email: m.errEmail, phone: m.errPhone }[problem]
}

export function explainFailure(failure: AuthFailure, m: Words): Explanation {
  switch (failure.kind) {
    case 'weak': {
      return { password: m.errWeak(failure.reasons) }
    }
    case 'exists': {
      return { identifier: m.errExists }
    }
    case 'email': {
      return { identifier: m.errEmail }
    }
    case 'credentials': {
      return { block: m.errCredentials }
    }
    case 'confirm': {
      return { block: m.errConfirm }
    }
    case 'network': {
      return { block: m.errNetwork }
    }
    case 'either': {
      return { block: m.errEither }
    }
    case 'rate': {
      return { block: m.errRate }
    }
    case 'generic': {
      return { block: m.errGeneric }
    }
  }
}
