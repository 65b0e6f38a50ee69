import Mic from 'lucide-react/icons/mic'
import { useRef } from 'react'

import { dictationMessages } from '#entities/dictation/dictation.i18n.ts'
import { useDictation } from '#entities/dictation/use-dictation.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'
import { toast } from '#ui/toast/toast.ts'

import { changeDraft, getDraft } from '../draft/draft-store.ts'
import { dismissReminder } from '../start.ts'
import { icon, tool } from './prompt-tool.ts'

/** What is said comes behind what is written, shown as it is heard, and can be taken back. */
export function DictateTool() {
  const m = useMessages(dictationMessages)
  const button = useRef<HTMLButtonElement>(null)
  const written = useRef<string | null>(null)
  const dictation = useDictation({
    onWords: (words) => {
      dismissReminder()
      written.current ??= getDraft().prompt
      changeDraft({ prompt: joined(written.current, words) })
    },
    onEnd: () => {
      if (written.current !== null) offerBack(written.current)
      written.current = null
    },
    onFailure: (failure) => {
      toast({ tone: 'danger', title: failure === 'blocked' ? m.promptBlocked : m.promptUnavailable })
      button.current?.closest('dialog')?.querySelector('textarea')?.focus()
    },
  })
  if (dictation === null) return null
  const { isListening, toggle } = dictation
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={isListening}
      onClick={toggle}
      className={classNames(tool, isListening && 'animate-pulse text-accent-text! motion-reduce:animate-none')}
    >
      <Mic {...icon} />
      {isListening ? m.stop : m.dictate}
    </button>
  )
}

function offerBack(written: string): void {
  const m = currentMessages(dictationMessages)
  const heard = getDraft().prompt
  if (heard === written) return
  const takeBack = () => {
    // What was typed since is not thrown away with what was said.
    const { prompt } = getDraft()
    changeDraft({ prompt: prompt.startsWith(heard) ? written + prompt.slice(heard.length) : written })
  }
  toast({ title: m.added, action: { label: m.takeBack, onPress: takeBack } })
}

function joined(written: string, words: string): string {
  const before = written.trimEnd()
  return before === '' ? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}` : `${before} ${words}`
}
