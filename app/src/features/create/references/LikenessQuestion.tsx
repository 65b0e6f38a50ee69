import { useEffect, useRef } from 'react'

import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { changeReference, removeReference, useDraftStore } from '../draft/draft-store.ts'
import type { Reference } from '../draft/draft.ts'
import { focusSlot } from './focus-slot.ts'
import { likenessMessages } from './likeness.i18n.ts'
import { unansweredIn } from './likeness.ts'

/** The first photograph that nobody has said anything of, with its picture; the next one follows. */
export function LikenessQuestion() {
  const m = useMessages(likenessMessages)
  const draft = useDraftStore((store) => store.draft)
  const [asked] = unansweredIn(draft)
  const answeredPlace = useRef<number | null>(null)
  const isDone = asked === undefined
  useEffect(() => {
    // The buttons are gone: whoever pressed one by the keyboard goes on at the picture.
    if (isDone && answeredPlace.current !== null) focusSlot(answeredPlace.current)
    answeredPlace.current = null
  }, [isDone])
  if (!asked) return null
  const { references } = draft
  const answer = (act: () => void) => {
    answeredPlace.current = references.indexOf(asked) + 1
    act()
  }
  const question = references.length === 1 ? m.ask : m.askOf(references.indexOf(asked) + 1)
  return (
    <div role="group" aria-label={question} className="mt-1 flex gap-3 rounded-md bg-info-soft p-3 text-on-info-soft">
      {asked.preview && <img src={asked.preview} alt="" className="size-12 flex-none rounded-sm object-cover" />}
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="text-sm font-semibold">{question}</p>
        <div className="flex flex-wrap gap-1.5">
          {(['nobody', 'me', 'agreed'] as const).map((shows) => (
            <Button key={shows} size="sm" onClick={() => answer(() => changeReference(asked.id, { shows }))}>
              {m[shows]}
            </Button>
          ))}
          <Button size="sm" onClick={() => answer(() => refuseChild(asked))}>
            {m.child}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** A child's photograph serves nobody, whoever agrees. */
function refuseChild({ id }: Reference): void {
  const m = currentMessages(likenessMessages)
  removeReference(id)
  toast({ title: m.childRefused, description: m.childRefusedText, duration: 8000 })
}
