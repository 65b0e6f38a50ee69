import { useEffect, useEffectEvent } from 'react'

import { freeKey } from '#ui/free-key.ts'

export interface PostKeys {
  [key: string]: (() => void) | null
}

/** Single keys act on the post, unless somebody writes, a dialog is open or the key belongs to the browser. */
export function usePostKeys(keys: PostKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const wanted = keys[freeKey(event) ?? '']
    if (!wanted) return
    event.preventDefault()
    wanted()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
