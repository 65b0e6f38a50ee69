/** What will be drawn, said before the press; where the subject is missing, what could be drawn instead; or what is refused. */
import type { PicturePlan, PlanResult } from '@product/contract'
import { useEffect, useState, type ReactNode } from 'react'

import { refusalMessages, ruleInWords } from '#entities/generation/refusal.i18n.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { verdictToAgreeTo } from './consent.ts'
import { planMessages } from './plan.i18n.ts'
import { replaced } from './replaced.ts'
import { lackInWords, thingsInWords } from './things-in-words.ts'
import { ForeignWords, Translation } from './TranslationNotice.tsx'
import { keepTranslation, useTranslation } from './translations.ts'

interface SpokenProps {
  /** The person's own words. */
  prompt: string
  onReplace: (prompt: string) => void
}

export interface PlanNoticeProps extends SpokenProps {
  /** Null as long as nobody has said. */
  told: PlanResult | null
  /** What else is said there. */
  children?: ReactNode
}

/** Long enough that a word which only begins like a refused one is written to its end. */
const patienceMs = 1200

/** The room of what is mostly said, one line or two on a phone, is there before it is. */
export function PlanNotice({ told, prompt, onReplace, children }: PlanNoticeProps) {
  const translation = useTranslation(prompt)
  const replace = translation === null ? onReplace : (text: string) => keepTranslation(prompt, { ...translation, text })
  return (
    <div className="grid min-h-10 content-end gap-3 md:min-h-5">
      {translation && <Translation prompt={prompt} translation={translation} />}
      {told && <Told told={told} prompt={translation?.text ?? prompt} onReplace={replace} />}
      {children}
    </div>
  )
}

interface ToldProps extends SpokenProps {
  told: PlanResult
}

function Told({ told, prompt, onReplace }: ToldProps) {
  const { plan, refused, foreign } = told
  if (refused !== null) return <RefusedHint key={refused.terms.join(' ')} {...refused} />
  if (plan === null) return null
  if (foreign !== null) return <ForeignWords key={prompt} prompt={prompt} plan={plan} {...foreign} />
  return (
    <div role="status">
      {verdictToAgreeTo(plan) === null ? (
        <Shown {...{ told, plan, prompt, onReplace }} />
      ) : (
        <Lack {...{ told, plan, prompt, onReplace }} />
      )}
    </div>
  )
}

/** Which words would be refused and why, before the press, to whoever has stopped writing. */
function RefusedHint({ rule, terms }: NonNullable<PlanResult['refused']>) {
  const m = useMessages(refusalMessages)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      {isShown && (
        <Alert tone="warning">
          <p className="font-semibold">
            {m.refused} : {ruleInWords(rule)}.
          </p>
          {terms.length > 0 && <p>{m.terms(terms.join(', '))}</p>}
        </Alert>
      )}
    </div>
  )
}

interface PlannedProps extends ToldProps {
  plan: PicturePlan
}

function Shown({ told, plan, prompt, onReplace }: PlannedProps) {
  const m = useMessages(planMessages)
  const drawn = thingsInWords(plan)
  const lack = lackInWords(plan)
  return (
    <div className="text-sm text-text-2">
      <p>
        {drawn !== '' && m.willDraw(drawn)}
        {lack !== '' && ` ${m.without(lack)}`}
      </p>
      <Otherwise {...{ told, plan, prompt, onReplace }} />
    </div>
  )
}

function Lack({ told, plan, prompt, onReplace }: PlannedProps) {
  const m = useMessages(planMessages)
  const drawn = thingsInWords(plan)
  return (
    <Alert tone={plan.verdict === 'partial' ? 'info' : 'warning'}>
      <p className="font-semibold">{lackOf(plan)}</p>
      {plan.verdict === 'abstract' ? <p>{m.abstract}</p> : drawn !== '' && <p>{m.willDraw(drawn)}</p>}
      <Otherwise {...{ told, plan, prompt, onReplace }} />
    </Alert>
  )
}

/** Who could draw it, and what could be drawn for it. */
function Otherwise({ told: { instead, better_engine: better }, plan, prompt, onReplace }: PlannedProps) {
  const m = useMessages(planMessages)
  return (
    <>
      {better !== null && <p>{m.betterEngine(better)}</p>}
      {instead.length > 0 && (
        <Instead
          instead={instead}
          onPick={(subject) => onReplace(replaced(prompt, plan.unknown ?? plan.missing[0] ?? '', subject))}
        />
      )}
    </>
  )
}

function lackOf(plan: PicturePlan): string {
  const m = currentMessages(planMessages)
  const { verdict, unknown, drawn } = plan
  const lack = lackInWords(plan)
  if (unknown !== null && verdict !== 'partial') return m.cannotDraw(unknown)
  if (lack !== '') return m.cannotDrawAll(lack)
  const hinted = drawn.filter(({ grade }) => grade !== 'exact').map(({ text }) => text)
  return hinted.length > 0 ? m.onlyLike(hinted.join(', ')) : m.nothingKnown
}

/** Each in the place of what cannot be drawn, with one tap. */
function Instead({ instead, onPick }: { instead: readonly string[]; onPick: (subject: string) => void }) {
  const m = useMessages(planMessages)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{m.replaceBy}</span>
      {instead.map((subject) => (
        <button
          key={subject}
          type="button"
          onClick={() => onPick(subject)}
          className="min-h-11 rounded-xs border border-current px-3 font-semibold lg:min-h-9"
        >
          {subject}
        </button>
      ))}
    </div>
  )
}
