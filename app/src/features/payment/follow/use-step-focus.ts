import { useEffect, useRef, type RefObject } from 'react'

/**
 * When a payment goes on to its next step, what had the focus is gone: it goes to the title of that step, so that keyboards
 * and screen readers go on there. Whoever only has come to look keeps it where it is, unless they came by a press (`isFollowed`).
 */
export function useStepFocus(step: string | undefined, isFollowed = false): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = step
    if (step === undefined || before === step || (before === undefined && !isFollowed)) return
    const title = box.current?.querySelector('h2')
    if (!title) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [step, isFollowed])
  return box
}
