import { useEffect, useRef, useState } from 'react'

import { useOnline } from '#data/network.ts'
import { useLanguage } from '#i18n/use-language.ts'

import { canDictate, dictate, type DictationEvents } from './dictation.ts'

export interface Dictation {
  isListening: boolean
  toggle: () => void
}

/** In the language of the app; null where the browser cannot listen, or not now. */
export function useDictation({ onWords, onEnd, onFailure }: DictationEvents): Dictation | null {
  const language = useLanguage()
  const isOnline = useOnline()
  const [isListening, setListening] = useState(false)
  const stop = useRef<((keep: boolean) => void) | null>(null)
  useEffect(() => () => stop.current?.(false), [])
  if (!canDictate() || !isOnline) return null
  const toggle = () => {
    if (isListening) {
      stop.current?.(true)
      return
    }
    setListening(true)
    stop.current = dictate(language === 'fr' ? 'fr-FR' : 'en-US', {
      onWords,
      onEnd: (words) => {
        setListening(false)
        stop.current = null
        onEnd(words)
      },
      onFailure,
    })
  }
  return { isListening, toggle }
}
