import Cpu from 'lucide-react/icons/cpu'
import Feather from 'lucide-react/icons/feather'

import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { changeDraft, useDraftStore } from '../draft/draft-store.ts'
import { askToEnhance } from './assistant.ts'
import { formMessages } from './form.i18n.ts'

const card = 'relative grid content-start gap-1 rounded-md border p-3 text-left'

export function IntelligenceCards() {
  const m = useMessages(formMessages)
  const { prompt, isEnhanced } = useDraftStore(({ draft }) => draft)
  const canEnhance = prompt.trim() !== ''
  /** Each press asks for a proposal; the way back is « Ignorer », or the mode. */
  const enhance = () => {
    if (!canEnhance) {
      toast({ title: m.enhanceEmpty })
      return
    }
    changeDraft({ isEnhanced: true, chosenMode: null })
    askToEnhance()
  }
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <button
        type="button"
        data-enhance=""
        aria-pressed={isEnhanced}
        aria-disabled={!canEnhance}
        title={m.enhanceLabel}
        onClick={enhance}
        className={`${card} border-line bg-surface-2 aria-disabled:text-text-3 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-on-accent-soft aria-pressed:shadow-[inset_0_0_0_1px_var(--accent)]`}
      >
        <span lang="en" className="flex items-center gap-2 text-sm font-semibold">
          <Feather aria-hidden="true" className="size-4.5 flex-none" />
          {m.enhance}
        </span>
        <span className="text-xs">{canEnhance ? m.enhanceHelp : m.enhanceEmpty}</span>
      </button>
      <button type="button" aria-disabled="true" className={`${card} border-line bg-surface-2 text-text-3`}>
        <span lang="en" className="flex items-center gap-2 text-sm font-semibold">
          <Cpu aria-hidden="true" className="size-4.5 flex-none" />
          {m.ci}
        </span>
        <span className="text-xs">{m.ciSoon}</span>
        <span
          lang="en"
          className="absolute -top-2.5 right-3 rounded-xs bg-credit-soft px-2 text-2xs font-semibold text-on-credit-soft"
        >
          {m.soon}
        </span>
      </button>
    </div>
  )
}
