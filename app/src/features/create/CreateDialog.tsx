/** 'Créer une image': the stage on the left, the form on the right; on a phone one after the other. */
import { useEffect, useRef, useState } from 'react'

import { useCreateIntent } from '#entities/generation/create-intent.ts'
import {
  findCreation,
  showCreation,
  useCreationStore,
  useRunningCreation,
  useShownCreation,
} from '#entities/generation/creation-store.ts'
import { isSettled, type Creation } from '#entities/generation/creation.ts'
import { CreationPill } from '#entities/generation/CreationPill.tsx'
import { generationMessages } from '#entities/generation/generation-messages.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useScreenSize } from '#ui/use-screen-size.ts'

import { applyIntent } from './draft/apply-intent.ts'
import { emptyTheDraft, useDraftStore } from './draft/draft-store.ts'
import { restoreDraft } from './draft/keep-draft.ts'
import { startFromDraft } from './draft/start.ts'
import { CreateForm } from './form/CreateForm.tsx'
import { CreditLine } from './form/CreditLine.tsx'
import { formMessages } from './form/form-messages.ts'
import { GenerateButton } from './form/GenerateButton.tsx'
import { usePrice } from './form/use-price.ts'
import { Warnings } from './form/Warnings.tsx'
import { addReferences } from './references/add-references.ts'
import { isPublished } from './result/publish-post.ts'
import { CreationStage } from './stage/CreationStage.tsx'

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(formMessages)
  const g = useMessages(generationMessages)
  const { isDesktop } = useScreenSize()
  const shown = useShownOrRunning()
  const [isFormOpen, setFormOpen] = useState(shown === null)
  const price = usePrice(useDraftStore(({ draft }) => draft.count))
  const hasForm = isDesktop || isFormOpen || shown === null
  const generate = () => {
    if (startFromDraft() !== null) setFormOpen(false)
  }
  const edit = () => setFormOpen(true)
  useDraft(edit)
  usePastedImages()
  useFocusOnChange(hasForm && !isDesktop ? 'form' : partOf(shown))
  useEffect(() => {
    if (shown) setFormOpen(false)
    // Another creation is shown: it is what the person asked to see.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- its progress is no reason to turn the page
  }, [shown?.key])

  const isSecond = shown?.status === 'succeeded' && isDesktop && !isPublished(shown)
  const footer = hasForm ? (
    <div className="grid gap-3">
      <Warnings />
      <div className="flex flex-wrap items-center gap-3">
        <CreditLine price={price} />
        <GenerateButton price={price} isSecond={isSecond} onGenerate={generate} />
      </div>
    </div>
  ) : isSettled(shown) ? (
    <Button size="lg" wide onClick={edit}>
      {m.newImage}
    </Button>
  ) : (
    // Where the generate button was: a second tap of a quick finger does nothing.
    <Button size="lg" wide busyLabel={shown.status === 'waiting' ? g.waitingShort : g.busy} />
  )
  return (
    <Dialog title={m.title} onClose={onClose} size="lg" footer={footer}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        {(isDesktop || !hasForm) && (
          <div className="lg:sticky lg:top-0 lg:self-start lg:rounded-md lg:bg-sunken lg:p-4">
            <CreationStage creation={shown} onEdit={edit} />
          </div>
        )}
        {hasForm && (
          <div className="grid content-start gap-4.5">
            {!isDesktop && shown !== null && !isSettled(shown) && (
              <CreationPill className="w-full" onPress={() => setFormOpen(false)} />
            )}
            <CreateForm onGenerate={generate} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** What somebody asked to see, else what is being made: after a reload it is found again. */
function useShownOrRunning(): Creation | null {
  const shown = useShownCreation()
  const running = useRunningCreation()
  const key = running?.key
  useEffect(() => {
    if (!shown && key !== undefined) showCreation(key)
  }, [shown, key])
  return shown
}

function useDraft(onIntent: () => void): void {
  const intent = useCreateIntent((store) => store.intent)
  const turn = useRef(onIntent)
  useEffect(() => {
    turn.current = onIntent
  })
  useEffect(() => {
    void restoreDraft().then(() => {
      if (applyIntent()) turn.current()
    })
  }, [intent])
  // What is published is done: the next visit starts with an empty form and an empty stage.
  useEffect(() => forgetPublished, [])
}

function forgetPublished(): void {
  const { shownKey } = useCreationStore.getState()
  const shown = shownKey === null ? undefined : findCreation(shownKey)
  if (!shown || !isPublished(shown)) return
  showCreation(null)
  emptyTheDraft()
}

function partOf(shown: Creation | null): string {
  if (!shown) return 'form'
  return isSettled(shown) ? `${shown.key} ${shown.status}` : 'work'
}

/**
 * The form, the loom and the result take each other's place: the focus goes along, and the top is shown. Not while
 * somebody is writing the next description.
 */
function useFocusOnChange(part: string): void {
  const before = useRef(part)
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    if (document.activeElement?.matches('dialog textarea, dialog input')) return
    const wanted = part === 'form' ? 'dialog [data-autofocus]' : 'dialog [data-stage-focus]'
    const target = document.querySelector<HTMLElement>(wanted) ?? document.querySelector<HTMLElement>('dialog h2')
    target?.focus({ preventScroll: true })
    document.querySelector('dialog [data-dialog-body]')?.scrollTo(0, 0)
  }, [part])
}

/** An image pasted anywhere while the dialog is open becomes a reference. */
function usePastedImages(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void addReferences(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
