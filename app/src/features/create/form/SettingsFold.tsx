/** « Réglages »: how many images, what to avoid in them, and the seed. */
import { maxImages, maxPromptLength } from '@product/contract'

import { useMessages } from '#i18n/messages.ts'
import { Fold } from '#ui/fields/Fold.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { changeDraft, useDraftStore } from '../draft/draft-store.ts'
import { formMessages } from './form.i18n.ts'
import { SeedField } from './SeedField.tsx'

const counts = Array.from({ length: maxImages }, (_, index) => String(index + 1))

export function SettingsFold() {
  const m = useMessages(formMessages)
  const { count, negativePrompt, isSeedLocked } = useDraftStore(({ draft }) => draft)
  const facts = [`× ${count}`, negativePrompt.trim() !== '' && m.avoid, isSeedLocked && m.seed]
  return (
    <Fold title={m.settings} facts={facts}>
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
    </Fold>
  )
}
