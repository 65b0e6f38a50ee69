import Mic from 'lucide-react/icons/mic'
import { useEffect, useRef, useState } from 'react'

import { useOnline } from '#data/network.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { searchMessages } from '../search.i18n.ts'
import { canDictate, dictate } from './dictation.ts'

export interface DictateButtonProps {
  onWords: (words: string) => void
  onAsk: (words: string) => void
}

/** Says what is searched for instead of typing it; absent where the browser cannot listen. */
export function DictateButton({ onWords, onAsk }: DictateButtonProps) {
  const m = useMessages(searchMessages)
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
        if (words !== '') onAsk(words)
      },
      onFailure: (failure) => toast({ tone: 'danger', title: m.notHeard, description: m[failure] }),
    })
  }
  return (
    <IconButton
      label={isListening ? m.listening : m.dictate}
      icon={<Mic aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      onClick={toggle}
      className={isListening ? 'animate-pulse text-accent-text! motion-reduce:animate-none' : ''}
    />
  )
}
