/** Words in a language that the engine does not read, and what they say in one that it does. */
import type { PicturePlan, PlanResult, PromptTranslation } from '@product/contract'
import { useState } from 'react'

import { formatLanguage } from '#i18n/format-language.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { planMessages } from './plan.i18n.ts'
import { thingsInWords } from './things-in-words.ts'
import { dropTranslation, translate } from './translations.ts'

export interface TranslationProps {
  /** The person's own words. */
  prompt: string
  translation: PromptTranslation
}

export function Translation({ prompt, translation: { from, text } }: TranslationProps) {
  const m = useMessages(planMessages)
  return (
    <div role="status">
      <Alert tone="info">
        <p className="font-semibold">{m.translatedFrom(formatLanguage(from))}</p>
        <p className="max-h-24 overflow-y-auto">{text}</p>
        <Button size="sm" className="mt-2" onClick={() => dropTranslation(prompt)}>
          {m.keepMyWords}
        </Button>
      </Alert>
    </div>
  )
}

export type ForeignWordsProps = NonNullable<PlanResult['foreign']> & { prompt: string; plan: PicturePlan }

export function ForeignWords({ prompt, plan, language, can_translate: canTranslate }: ForeignWordsProps) {
  const m = useMessages(planMessages)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const drawn = thingsInWords(plan)
  const begin = async () => {
    setState('busy')
    if (!(await translate(prompt))) setState('failed')
  }
  return (
    <div role="status">
      <Alert tone={plan.verdict === 'partial' ? 'info' : 'warning'}>
        <p className="font-semibold">{m.youWriteIn(formatLanguage(language))}</p>
        <p>{canTranslate ? m.worthTranslating : m.writeInTwo}</p>
        {state === 'failed' && <p>{m.notTranslated}</p>}
        {plan.verdict === 'abstract' ? <p>{m.asItIs}</p> : drawn !== '' && <p>{m.willDraw(drawn)}</p>}
        {canTranslate && (
          <Button size="sm" className="mt-2" busyLabel={state === 'busy' && m.translating} onClick={() => void begin()}>
            {m.translate}
          </Button>
        )}
      </Alert>
    </div>
  )
}
