/** The words of the payment screens for what they are about. */
import type { Payment } from '#entities/payment/payment-queries.ts'
import type { currentMessages } from '#i18n/messages.ts'

import type { problemMessages } from './problem.i18n.ts'

export type ProblemWords = ReturnType<typeof currentMessages<(typeof problemMessages)['fr']>>

/** A refusal of payment-start, by its code. */
export function problemWords(m: ProblemWords, code: string): string {
  const key = `problem_${code}`
  return isSimple(m, key) ? m[key] : m.problemOther
}

const byOperator = ['refused', 'insufficient_funds', 'wrong_pin', 'limit', 'operator_down', 'number_unknown'] as const
const byItself = ['card_declined', 'authentication', 'no_answer'] as const

/** What became of a payment that did not succeed, and what to do next. */
export function reasonWords(
  m: ProblemWords,
  { status, reason, method }: Payment,
  operator: string | undefined,
): string {
  if (status === 'expired') return m.no_answer
  if (status === 'canceled') return m.byPersonText
  const told = byOperator.find((known) => known === reason)
  if (told) return m[told](operator ?? (method === 'card' ? m.bank : m.your))
  const plain = byItself.find((known) => known === reason)
  return plain ? m[plain] : m.other
}

type Simple = { [Key in keyof ProblemWords]: ProblemWords[Key] extends string ? Key : never }[keyof ProblemWords]

function isSimple(m: ProblemWords, key: string): key is Simple {
  return typeof (m as Record<string, unknown>)[key] === 'string'
}
