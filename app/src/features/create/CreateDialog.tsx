/** 'Créer une image': the stage on the left, the form on the right; on a phone one after the other. */
import { useEffect, useRef } from 'react'

import { isSettled, type Creation } from '#entities/generation/creation.ts'
import { CreationPill } from '#entities/generation/progress/CreationPill.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { CreateFooter } from './form/CreateFooter.tsx'
import { CreateForm } from './form/CreateForm.tsx'
import { formMessages } from './form/form.i18n.ts'
import { usePastedImages } from './references/use-pasted-images.ts'
import { CreationStage } from './stage/CreationStage.tsx'
import { startFromDraft } from './start.ts'
import { useDraft } from './use-draft.ts'
import { useStage } from './use-stage.ts'

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(formMessages)
  const { shown, hasForm, hasStage, openForm, openStage } = useStage()
  useDraft(openForm)
  usePastedImages()
  useFocusOnChange(hasStage ? shown : null)
  const isAtWork = shown !== null && !isSettled(shown)
  const footer = <CreateFooter shown={shown} hasForm={hasForm} hasStage={hasStage} onEdit={openForm} />
  return (
    <Dialog title={m.title} onClose={onClose} size="lg" tall footer={footer}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        {hasStage && (
          <div className="lg:sticky lg:top-0 lg:self-start lg:rounded-md lg:bg-sunken lg:p-4 lg:not-has-[dialog]:[--surface-2:var(--surface)]">
            <CreationStage creation={shown} onEdit={openForm} />
          </div>
        )}
        {hasForm && (
          <div className="grid content-start gap-4.5">
            {!hasStage && isAtWork && <CreationPill className="w-full" onPress={openStage} />}
            <CreateForm
              isAlone={!hasStage}
              isBesideResult={hasStage && shown?.status === 'succeeded'}
              onGenerate={startFromDraft}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/**
 * The form, the loom and the result take each other's place: the focus goes along, and the top is shown. Not while
 * somebody is writing the next description.
 */
function useFocusOnChange(shown: Creation | null): void {
  const part = partOf(shown)
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

function partOf(shown: Creation | null): string {
  if (!shown) return 'form'
  return isSettled(shown) ? `${shown.key} ${shown.status}` : 'work'
}
