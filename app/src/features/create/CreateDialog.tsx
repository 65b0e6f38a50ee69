/** 'Créer une image': the loom on the left, the form on the right; then the result in the loom's place. */
import { useEffect, useRef } from 'react'

import { useSession } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

import { addReferences } from './add-references.ts'
import { createMessages } from './create-messages.ts'
import { forgetPublished, useCreateStore } from './create-store.ts'
import { CreateForm } from './CreateForm.tsx'
import { CreditLine } from './CreditLine.tsx'
import { Loom } from './Loom.tsx'
import { ResultActions } from './ResultActions.tsx'
import { ResultFacts } from './ResultFacts.tsx'
import { ResultStage } from './ResultStage.tsx'
import { startGeneration } from './start-generation.ts'

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(createMessages)
  const session = useSession()
  const { phase } = useCreateStore()
  const userId = session.status === 'signed-in' ? session.user.id : null
  usePastedImages(userId)
  useFocusOnPhase(phase.name)
  // What is published is done: the next visit starts with an empty form.
  useEffect(() => forgetPublished, [])
  if (userId === null) return null

  const generate = () => void startGeneration()
  const isRunning = phase.name === 'running'
  const footer =
    phase.name === 'done' ? (
      <ResultActions creation={phase.creation} userId={userId} />
    ) : (
      <div className="flex flex-wrap items-center gap-3">
        <CreditLine />
        <GenerateButton isRunning={isRunning} onGenerate={generate} />
      </div>
    )
  return (
    <Dialog title={m.title} onClose={onClose} size="lg" footer={footer}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.18fr)_minmax(0,1fr)]">
        <div className={`rounded-md bg-sunken p-4 ${phase.name === 'form' ? 'max-lg:hidden' : ''}`}>
          {phase.name === 'done' ? <ResultStage creation={phase.creation} /> : <Loom isWeaving={isRunning} />}
        </div>
        {phase.name === 'done' ? (
          <ResultFacts creation={phase.creation} onAgain={generate} />
        ) : (
          <CreateForm userId={userId} isRunning={isRunning} onGenerate={generate} />
        )}
      </div>
      <p role="status" className="sr-only">
        {isRunning ? m.busy : phase.name === 'done' ? m.success : ''}
      </p>
    </Dialog>
  )
}

/** The form, the loom and the result take each other's place: the focus goes along, and the top is shown. */
function useFocusOnPhase(phase: string): void {
  const before = useRef(phase)
  useEffect(() => {
    if (before.current === phase) return
    before.current = phase
    const target = document.querySelector<HTMLElement>(phase === 'running' ? 'dialog h2' : 'dialog [data-autofocus]')
    target?.focus({ preventScroll: true })
    document.querySelector('dialog [data-dialog-body]')?.scrollTo(0, 0)
  }, [phase])
}

function GenerateButton({ isRunning, onGenerate }: { isRunning: boolean; onGenerate: () => void }) {
  const m = useMessages(createMessages)
  const { draft } = useCreateStore()
  const isEmpty = draft.prompt.trim() === ''
  const isPreparing = draft.references.some(({ state }) => state === 'preparing')
  return (
    <div className="grid flex-1 basis-64 gap-1">
      <Button
        variant="primary"
        size="lg"
        wide
        disabled={isEmpty || isPreparing}
        busyLabel={isRunning && m.busy}
        onClick={onGenerate}
        aria-describedby={isEmpty ? 'generate-why' : undefined}
      >
        {m.generate}
      </Button>
      {isEmpty && (
        <p id="generate-why" className="text-center text-xs text-text-3">
          {m.describe}
        </p>
      )}
    </div>
  )
}

/** An image pasted anywhere while the dialog is open becomes a reference. */
function usePastedImages(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return undefined
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void addReferences(files, userId)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [userId])
}
