/** « Réglages »: what most people never need, folded, with what is set shown on the fold. */
import { maxImages, maxPromptLength } from '@product/contract'
import ChevronDown from 'lucide-react/icons/chevron-down'

import { SizePicker } from '#entities/generation/SizePicker.tsx'
import { useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { changeDraft, useDraftStore } from '../draft/draft-store.ts'
import { formMessages } from './form.i18n.ts'
import { SeedField } from './SeedField.tsx'

const counts = Array.from({ length: maxImages }, (_, index) => String(index + 1))

export function SettingsFold() {
  const m = useMessages(formMessages)
  const { ratio, count, negativePrompt, isSeedLocked } = useDraftStore(({ draft }) => draft)
  const facts = [ratio, `× ${count}`, negativePrompt.trim() && m.avoid, isSeedLocked && m.seed].filter(Boolean)
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-3.5 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {m.settings}
        <span className="flex-1 truncate text-right text-xs font-normal text-text-3">{facts.join(' · ')}</span>
        <ChevronDown aria-hidden="true" className="size-5 flex-none transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4.5 px-3.5 pt-1 pb-4">
        <SizePicker label={m.size} value={ratio} onChange={(next) => changeDraft({ ratio: next })} />
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{m.count}</p>
          <SegmentedControl
            label={m.count}
            value={String(count)}
            options={counts.map((value) => ({ value, label: value }))}
            onChange={(value) => changeDraft({ count: Number(value) })}
          />
        </div>
        <TextArea
          label={m.avoid}
          rows={1}
          placeholder={m.avoidPlaceholder}
          value={negativePrompt}
          maxLength={maxPromptLength}
          className="field-sizing-content"
          onChange={(event) => changeDraft({ negativePrompt: event.target.value })}
        />
        <SeedField />
      </div>
    </details>
  )
}
