import { useEffect, useRef, type RefObject } from 'react'

/** Where there is a question, whoever has to answer it is brought to it. */
export function focusQuestion(within: Element | null): boolean {
  const answer = within?.querySelector<HTMLElement>('[data-likeness] button')
  answer?.focus({ preventScroll: true })
  answer?.scrollIntoView({ block: 'center' })
  return answer !== null && answer !== undefined
}

interface AnswerFocus<Root> {
  /** Of what holds the question, and the pictures, each with a button that is marked `data-picture={place}`. */
  root: RefObject<Root | null>
  /** @param place from 1, of the picture that was asked about */
  onAnswered: (place: number) => void
}

/** An answer takes its button away: the keyboard goes on at the next question, else at the picture. */
export function useAnswerFocus<Root extends HTMLElement>(): AnswerFocus<Root> {
  const root = useRef<Root>(null)
  const answered = useRef<number | null>(null)
  useEffect(() => {
    const place = answered.current
    answered.current = null
    if (place === null || focusQuestion(root.current)) return
    const picture = root.current?.querySelector<HTMLElement>(`[data-picture="${place}"]`)
    const next = picture ?? root.current?.querySelector<HTMLElement>('button')
    next?.focus()
  })
  return {
    root,
    onAnswered: (place) => {
      answered.current = place
    },
  }
}
