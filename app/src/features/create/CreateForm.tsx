import { maxPromptLength } from '@product/contract'
import type { KeyboardEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { TextArea } from '#ui/TextField.tsx'

import { createMessages } from './create-messages.ts'
import { useCreateStore } from './create-store.ts'
import { IntelligenceCards } from './IntelligenceCards.tsx'
import { modeOf } from './mode.ts'
import { ReferenceSlots } from './ReferenceSlots.tsx'
import { SizePicker } from './SizePicker.tsx'

/** From this many characters the counter shows. */
const counterFrom = 1600

export interface CreateFormProps {
  userId: string
  isRunning: boolean
  onGenerate: () => void
}

export function CreateForm({ userId, isRunning, onGenerate }: CreateFormProps) {
  const m = useMessages(createMessages)
  const { draft, changeDraft } = useCreateStore()
  const { prompt, references, chosenMode, isEnhanced, ratio } = draft
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onGenerate()
  }
  return (
    <form
      inert={isRunning}
      onSubmit={(event) => event.preventDefault()}
      className={`grid content-start gap-4.5 ${isRunning ? 'opacity-60 max-lg:hidden' : ''}`}
    >
      <TextArea
        label={m.description}
        placeholder={m.placeholder}
        value={prompt}
        maxLength={maxPromptLength}
        rows={4}
        data-autofocus
        onKeyDown={onKeyDown}
        onChange={(event) => changeDraft({ prompt: event.target.value })}
        help={prompt.length >= counterFrom ? m.counter(prompt.length, maxPromptLength) : undefined}
      />
      <ReferenceSlots userId={userId} references={references} />
      <IntelligenceCards
        isEnhanced={isEnhanced}
        canEnhance={prompt.trim() !== ''}
        onEnhance={(next) => changeDraft({ isEnhanced: next, chosenMode: null })}
      />
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{m.mode}</p>
        <SegmentedControl
          label={m.mode}
          value={modeOf({
            chosen: chosenMode,
            isEnhanced,
            references: references.filter(({ state }) => state !== 'failed').length,
          })}
          options={[
            { value: 'normal', label: m.modeNormal },
            { value: 'enhanced', label: m.modeEnhanced },
            { value: 'cortexia', label: m.modeCortexia },
          ]}
          onChange={(mode) => changeDraft({ chosenMode: mode })}
        />
      </div>
      <SizePicker value={ratio} onChange={(next) => changeDraft({ ratio: next })} />
    </form>
  )
}
