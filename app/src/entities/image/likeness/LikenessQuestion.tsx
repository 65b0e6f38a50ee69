import type { LikenessAnswer } from '@product/contract'

import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { likenessMessages } from './likeness.i18n.ts'

export interface LikenessQuestionProps {
  preview: string | null
  /** From 1; null where it is the only photograph. */
  place: number | null
  onAnswer: (shows: LikenessAnswer) => void
  /** A child’s photograph serves nobody, whoever agrees: it goes, and that is said. */
  onRemove: () => void
}

/** Who is in a photograph that somebody brings, before anything is made of it (decision 0073). */
export function LikenessQuestion({ preview, place, onAnswer, onRemove }: LikenessQuestionProps) {
  const m = useMessages(likenessMessages)
  const question = place === null ? m.ask : m.askOf(place)
  return (
    <div
      role="group"
      data-likeness
      aria-label={question}
      className="mt-1 flex gap-3 rounded-md bg-info-soft p-3 text-on-info-soft"
    >
      {preview && <img src={preview} alt="" className="size-12 flex-none rounded-sm object-cover" />}
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="text-sm font-semibold">{question}</p>
        <div className="flex flex-wrap gap-1.5">
          {(['nobody', 'me', 'agreed'] as const).map((shows) => (
            <Button key={shows} size="sm" onClick={() => onAnswer(shows)}>
              {m[shows]}
            </Button>
          ))}
          <Button
            size="sm"
            onClick={() => {
              onRemove()
              tellRefused()
            }}
          >
            {m.child}
          </Button>
        </div>
      </div>
    </div>
  )
}

function tellRefused(): void {
  const m = currentMessages(likenessMessages)
  toast({ title: m.childRefused, description: m.childRefusedText, duration: 8000 })
}
