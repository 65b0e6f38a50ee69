/** The kept words that the field offers while `#name` is written: a list that its own keys move in. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'

import { useUserId } from '#data/session.ts'
import { setWords } from '#ui/fields/set-words.ts'

import { changeDraft } from '../draft/draft-store.ts'
import { snippetsOf, type Snippet } from './snippet-data.ts'
import { snippetAt, withSnippet } from './snippet-words.ts'

const mostShown = 4

export interface SnippetList {
  id: string
  snippets: readonly Snippet[]
  /** The one that the keys are at. */
  place: number
  choose: (snippet: Snippet) => void
}

/** @param prompt what stands in the field. Answers what is offered, and what the field does with keys and its caret. */
export function useSnippetList(prompt: string, field: RefObject<HTMLTextAreaElement | null>) {
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const userId = useUserId()
  const draft = caret === null ? null : snippetAt(prompt, caret)
  const { data = [] } = useQuery({ ...snippetsOf(userId), enabled: userId !== null && draft !== null })
  const snippets = draft ? data.filter(({ name }) => name.startsWith(draft.query)).slice(0, mostShown) : []
  const place = Math.min(chosen, snippets.length - 1)
  const choose = ({ words }: Snippet) => {
    if (!draft) return
    const next = withSnippet(prompt, draft, words)
    const change = () => {
      changeDraft({ prompt: next.text })
      setCaret(null)
    }
    setWords(field.current, change, next.caret)
  }
  /** Whether the key was one of the list's. */
  const press = (event: KeyboardEvent): boolean => {
    const snippet = snippets[place]
    if (!snippet || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setChosen((place + 1) % snippets.length)
    else if (event.key === 'ArrowUp') setChosen((place - 1 + snippets.length) % snippets.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(snippet)
    else if (event.key === 'Escape') setCaret(null)
    else return false
    event.preventDefault()
    // A list that closes does not close what it lies in.
    event.stopPropagation()
    return true
  }
  const follow = (at: number | null) => {
    setCaret(at)
    setChosen(0)
  }
  return { list: { id, snippets, place, choose } satisfies SnippetList, press, follow }
}
