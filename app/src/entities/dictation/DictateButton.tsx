import Mic from 'lucide-react/icons/mic'

import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { dictationMessages } from './dictation.i18n.ts'
import { useDictation } from './use-dictation.ts'

export interface DictateButtonProps {
  label: string
  onWords: (words: string) => void
  onAsk: (words: string) => void
}

/** Says words instead of typing them; absent where the browser cannot listen. */
export function DictateButton({ label, onWords, onAsk }: DictateButtonProps) {
  const m = useMessages(dictationMessages)
  const dictation = useDictation({
    onWords,
    onEnd: (words) => words !== '' && onAsk(words),
    onFailure: (failure) => toast({ tone: 'danger', title: m.notHeard, description: m[failure] }),
  })
  if (dictation === null) return null
  const { isListening, toggle } = dictation
  return (
    <IconButton
      label={isListening ? m.stop : label}
      icon={<Mic aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      onClick={toggle}
      className={isListening ? 'animate-pulse text-accent-text! motion-reduce:animate-none' : ''}
    />
  )
}
