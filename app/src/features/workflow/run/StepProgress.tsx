/** How far the running step is: that of its creation, where it makes pictures. */
import { useEffect } from 'react'

import { useCreationStore } from '#entities/generation/creation-store.ts'
import { nameStage } from '#entities/generation/explain-problem.ts'
import { meetCreation } from '#entities/workflow/watch-run.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'

export function StepProgress({ generationId }: { generationId: string | null }) {
  const w = useMessages(workflowMessages)
  const creation = useCreationStore(({ creations }) => creations.find(({ id }) => id !== null && id === generationId))
  useEffect(() => {
    if (generationId !== null) void meetCreation(generationId).catch(() => undefined)
  }, [generationId])
  const progress = creation?.progress ?? null
  const percent = progress === null ? null : Math.round(progress * 100)
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={w.step_running}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        className="h-1.5 overflow-hidden rounded-full bg-surface-3"
      >
        <i
          className={`block h-full origin-left bg-accent transition-transform duration-(--dur-3) ${percent === null ? 'animate-pulse' : ''}`}
          style={{ transform: `scaleX(${progress ?? 0.08})` }}
        />
      </div>
      {creation && (
        <p className="flex justify-between gap-3 text-xs text-text-2">
          {nameStage(creation.stage)}
          {percent !== null && <span className="num">{`${percent} %`}</span>}
        </p>
      )}
    </div>
  )
}
