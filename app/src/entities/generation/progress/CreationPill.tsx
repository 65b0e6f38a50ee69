/** « 1 création en cours »: what is being made while its dialog is closed; leads back to it. */
import { useMessages } from '#i18n/messages.ts'

import { viewCreation } from '../announce.ts'
import { useCreationStore } from '../creation-store.ts'
import { isRunning } from '../creation.ts'
import { generationMessages } from '../generation.i18n.ts'
import { announceable, overallProgress } from './overall-progress.ts'

export interface CreationPillProps {
  className?: string
  /** Only the ring; the words are read out. */
  compact?: boolean
  /** Instead of opening the dialog. */
  onPress?: () => void
}

export function CreationPill({ className = '', compact = false, onPress }: CreationPillProps) {
  const m = useMessages(generationMessages)
  const creations = useCreationStore((store) => store.creations)
  const running = creations.filter(isRunning)
  const waiting = creations.filter(({ status }) => status === 'waiting')
  const [newest] = [...running, ...waiting]
  if (!newest) return null
  const share = overallProgress(running)
  const words = running.length > 0 ? m.running(running.length) : m.waiting(waiting.length)
  return (
    <button
      type="button"
      title={compact ? words : undefined}
      onClick={onPress ?? (() => viewCreation(newest.key))}
      className={`inline-flex min-h-11 items-center gap-2.5 rounded-full whitespace-nowrap bg-ink text-sm font-semibold text-on-ink shadow-float ${compact ? 'justify-center px-0' : 'pr-4.5 pl-3'} ${className}`}
    >
      <Ring share={share} />
      <span className={compact ? 'sr-only' : 'truncate'}>{words}</span>
      {share !== null && (
        <span
          aria-hidden="true"
          className={compact ? 'sr-only' : 'num ml-auto min-w-[5ch] flex-none text-right font-normal whitespace-nowrap'}
        >
          {`${Math.round(share * 100)} %`}
        </span>
      )}
      <span role="status" className="sr-only">
        {announceable(share)}
      </span>
    </button>
  )
}

/** Nobody knows how long: a quarter that turns. */
function Ring({ share }: { share: number | null }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`size-5.5 flex-none -rotate-90 ${share === null ? 'animate-spin' : ''}`}
    >
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.3" />
      <circle
        cx="12"
        cy="12"
        r="9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        pathLength="1"
        strokeDasharray={`${share ?? 0.25} 1`}
        className="transition-[stroke-dasharray] duration-(--dur-3)"
      />
    </svg>
  )
}
