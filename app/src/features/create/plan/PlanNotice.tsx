/** What will be drawn, said before the press; where the subject is missing, what could be drawn instead; or what is refused. */
import type { PicturePlan, PlanResult } from '@product/contract'

import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { changeDraft, getDraft } from '../draft/draft-store.ts'
import { planMessages } from './plan.i18n.ts'
import { RefusedHint } from './RefusedHint.tsx'
import { thingsInWords } from './things-in-words.ts'

export function PlanNotice({ told }: { told: PlanResult }) {
  const { plan, refused } = told
  if (refused !== null) return <RefusedHint key={refused.terms.join(' ')} {...refused} />
  if (plan === null) return null
  return (
    <div role="status">{plan.verdict === 'complete' ? <Shown plan={plan} /> : <Lack told={told} plan={plan} />}</div>
  )
}

function Shown({ plan }: { plan: PicturePlan }) {
  const m = useMessages(planMessages)
  const drawn = thingsInWords(plan)
  return (
    <p className="text-sm text-text-2">
      {drawn !== '' && m.willDraw(drawn)}
      {plan.missing.length > 0 && ` ${m.without(plan.missing.join(', '))}`}
    </p>
  )
}

function Lack({ told: { instead, better_engine: better }, plan }: { told: PlanResult; plan: PicturePlan }) {
  const m = useMessages(planMessages)
  const drawn = thingsInWords(plan)
  return (
    <Alert tone={plan.verdict === 'partial' ? 'info' : 'warning'}>
      <p className="font-semibold">{lackOf(plan)}</p>
      {plan.verdict === 'abstract' ? <p>{m.abstract}</p> : drawn !== '' && <p>{m.willDraw(drawn)}</p>}
      {better !== null && <p>{m.betterEngine(better)}</p>}
      {instead.length > 0 && <Instead missing={plan.unknown ?? plan.missing[0] ?? ''} instead={instead} />}
    </Alert>
  )
}

function lackOf({ verdict, unknown, missing, drawn }: PicturePlan): string {
  const m = currentMessages(planMessages)
  if (unknown !== null && verdict !== 'partial') return m.cannotDraw(unknown)
  if (missing.length > 0) return m.cannotDrawAll(missing.join(', '))
  const hinted = drawn.filter(({ grade }) => grade !== 'exact').map(({ text }) => text)
  return hinted.length > 0 ? m.onlyLike(hinted.join(', ')) : m.nothingKnown
}

/** Each in the place of what cannot be drawn, with one tap. */
function Instead({ missing, instead }: { missing: string; instead: readonly string[] }) {
  const m = useMessages(planMessages)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{m.replaceBy}</span>
      {instead.map((subject) => (
        <button
          key={subject}
          type="button"
          onClick={() => changeDraft({ prompt: replaced(getDraft().prompt, missing, subject) })}
          className="min-h-11 rounded-xs border border-current px-3 font-semibold lg:min-h-9"
        >
          {subject}
        </button>
      ))}
    </div>
  )
}

/** The first letter as it was: « Un cordonnier… » becomes « Une pirogue… ». */
function replaced(prompt: string, missing: string, subject: string): string {
  const at = prompt.toLowerCase().indexOf(missing.toLowerCase())
  if (at < 0 || missing === '') return subject
  const isCapital = /^\p{Lu}/u.test(prompt.slice(at))
  const first = subject.slice(0, 1)
  const put = (isCapital ? first.toUpperCase() : first) + subject.slice(1)
  return prompt.slice(0, at) + put + prompt.slice(at + missing.length)
}
