/** The words: examples while it is empty, a counter near the end, and tools to find or to say them. */
import { maxPromptLength } from '@product/contract'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

import { useUserId } from '#data/session.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isMotionReduced } from '#ui/display/motion.ts'
import { TextArea } from '#ui/fields/TextField.tsx'

import { changeDraft, useDraftStore } from '../draft/draft-store.ts'
import { readHistory } from '../history/prompt-history.ts'
import { dismissReminder } from '../start.ts'
import { firstWords } from '../words/first-words.ts'
import { SnippetOptions } from '../words/SnippetOptions.tsx'
import { useSnippetList } from '../words/use-snippet-list.ts'
import { formMessages } from './form.i18n.ts'
import { PromptTools } from './PromptTools.tsx'

/** From this many characters the counter shows. */
const counterFrom = 1600
const exampleMs = 6000

export function PromptField({ onGenerate }: { onGenerate: () => void }) {
  const m = useMessages(formMessages)
  const prompt = useDraftStore(({ draft }) => draft.prompt)
  const field = useRef<HTMLTextAreaElement>(null)
  const placeholder = useExample(prompt === '')
  const { list, press, follow } = useSnippetList(prompt, field)
  const onHistoryKey = useHistoryKeys(prompt)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onGenerate()
    } else if (!press(event)) onHistoryKey(event)
  }
  const isLong = prompt.length >= counterFrom
  return (
    <div className="grid gap-1.5">
      <TextArea
        ref={field}
        label={m.description}
        placeholder={placeholder}
        value={prompt}
        maxLength={maxPromptLength}
        rows={3}
        spellCheck
        aria-autocomplete="list"
        aria-controls={list.snippets.length > 0 ? list.id : undefined}
        aria-activedescendant={list.snippets.length > 0 ? `${list.id}-${list.place}` : undefined}
        data-autofocus
        className="field-sizing-content max-h-64 min-h-27"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          dismissReminder()
          changeDraft({ prompt: event.target.value })
          follow(event.target.selectionStart)
        }}
        onBlur={() => follow(null)}
        help={isLong ? m.counter(formatNumber(prompt.length), formatNumber(maxPromptLength)) : undefined}
      />
      <SnippetOptions list={list} />
      <PromptTools />
    </div>
  )
}

function useExample(isShown: boolean): string {
  const language = useLanguage()
  const [place, setPlace] = useState(0)
  useEffect(() => {
    if (!isShown || isMotionReduced()) return undefined
    const timer = setInterval(() => setPlace((before) => before + 1), exampleMs)
    return () => clearInterval(timer)
  }, [isShown])
  const list = firstWords[language]
  return list[place % list.length] ?? ''
}

/** ↑ in the empty field brings back what one wrote before, further ↑ what was before that; ↓ comes back. */
function useHistoryKeys(prompt: string) {
  const userId = useUserId()
  const place = useRef<{ index: number; text: string } | null>(null)
  const bringBack = async (owner: string, index: number) => {
    const text = index === -1 ? '' : (await readHistory(owner))[index]
    if (text === undefined) return
    place.current = { index, text }
    changeDraft({ prompt: text })
  }
  return (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const isBrowsing = place.current !== null && place.current.text === prompt
    if (step === undefined || userId === null || (prompt !== '' && !isBrowsing)) return
    const index = (isBrowsing ? (place.current?.index ?? -1) : -1) + step
    if (index < -1) return
    event.preventDefault()
    void bringBack(userId, index)
  }
}
