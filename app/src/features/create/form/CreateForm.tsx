import X from 'lucide-react/icons/x'

import { MyImagesLink } from '#entities/generation/MyImagesLink.tsx'
import { SizePicker } from '#entities/generation/SizePicker.tsx'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

import { changeDraft, emptyTheDraft, leaveSource, useDraftStore } from '../draft/draft-store.ts'
import { draftMode, isEmptyDraft, sourcesOf } from '../draft/draft.ts'
import { ReferenceSlots } from '../references/ReferenceSlots.tsx'
import { SharedOffer } from '../references/SharedOffer.tsx'
import { SketchFigure } from '../sketch/SketchFigure.tsx'
import { ExamplePrompts } from './ExamplePrompts.tsx'
import { formMessages } from './form.i18n.ts'
import { IntelligenceCards } from './IntelligenceCards.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { PromptField } from './PromptField.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import { SettingsFold } from './SettingsFold.tsx'

export interface CreateFormProps {
  /** No stage stands beside it. */
  isAlone: boolean
  /** The result beside it leads to « Mes images » as well. */
  isBesideResult: boolean
  onGenerate: () => void
}

/** In the order of spec §4: words, references, help, mode, format, settings. */
export function CreateForm({ isAlone, isBesideResult, onGenerate }: CreateFormProps) {
  const m = useMessages(formMessages)
  const draft = useDraftStore((store) => store.draft)
  return (
    // NOTE: no form element: its tools open dialogs with forms of their own, and a browser keeps the submit of an inner one from bubbling.
    <div className="grid content-start gap-4.5">
      <Recovered />
      <SharedOffer />
      <Lineage />
      <PromptField onGenerate={onGenerate} />
      {(isAlone || isBesideResult) && <SketchFigure />}
      {isAlone && isEmptyDraft(draft) && <ExamplePrompts />}
      <ProposalCard />
      <ReferenceSlots />
      <IntelligenceCards />
      <ModeChoice
        label={m.mode}
        help={{ normal: m.normalHelp, enhanced: m.enhancedHelp, cortexia: m.cortexiaHelp }}
        mode={draftMode(draft)}
        onChange={(mode) => changeDraft({ chosenMode: mode })}
      />
      <SizePicker label={m.size} value={draft.ratio} onChange={(ratio) => changeDraft({ ratio })} />
      <SettingsFold />
      {!isBesideResult && <MyImagesLink variant="ghost" size="sm" className="justify-self-start" />}
    </div>
  )
}

function Recovered() {
  const m = useMessages(formMessages)
  const isRecovered = useDraftStore((store) => store.isRecovered)
  if (!isRecovered) return null
  return (
    <p
      role="status"
      className="flex items-center justify-between gap-3 rounded-md bg-credit-soft pl-3.5 text-sm text-on-credit-soft"
    >
      {m.recovered}
      <button
        type="button"
        onClick={emptyTheDraft}
        className="min-h-11 px-3.5 font-semibold underline underline-offset-3"
      >
        {m.erase}
      </button>
    </p>
  )
}

/** Whose pictures the new one comes from; they are credited as long as this stands. */
function Lineage() {
  const m = useMessages(formMessages)
  const draft = useDraftStore((store) => store.draft)
  return sourcesOf(draft).map(({ postId, author }) => (
    <p key={postId} className="flex items-center gap-2 rounded-md bg-info-soft pl-3.5 text-sm text-on-info-soft">
      <span className="min-w-0 flex-1">{m.remixOf(author)}</span>
      <IconButton
        label={m.detach}
        icon={<X aria-hidden="true" className="size-4.5" />}
        className="text-current!"
        onClick={() => leaveSource(postId)}
      />
    </p>
  ))
}
