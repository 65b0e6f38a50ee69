/** Under which words and settings the picture was made, and what the engine did not understand. */
import RotateCcw from 'lucide-react/icons/rotate-ccw'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'

import { createMessages } from './create-messages.ts'
import { useCreateStore, type Creation } from './create-store.ts'

const chip = 'rounded-xs bg-surface-2 px-2 py-1 text-xs font-medium text-text-2'

export function ResultFacts({ creation, onAgain }: { creation: Creation; onAgain: () => void }) {
  const m = useMessages(createMessages)
  const setPhase = useCreateStore((store) => store.setPhase)
  const { width, height, ignored } = creation.result.metadata
  const modes = { normal: m.modeNormal, enhanced: m.modeEnhanced, cortexia: m.modeCortexia }
  return (
    <div className="grid content-start gap-4">
      <div>
        <h3 tabIndex={-1} data-autofocus>
          {m.resultTitle}
        </h3>
        <p className="text-sm text-text-3">{m.resultFacts(modes[creation.mode], `${width} × ${height}`)}</p>
      </div>
      <p className="prompt">{creation.prompt}</p>
      {creation.referenceCount > 0 && (
        <p className="flex gap-2">
          <span className={chip}>{m.referencesUsed(creation.referenceCount)}</span>
        </p>
      )}
      {ignored && ignored.length > 0 && <p className="text-sm text-text-3">{m.unknownWords(ignored.join(', '))}</p>}
      <div className="grid gap-2 border-t border-line pt-4">
        <Button icon={<RotateCcw aria-hidden="true" className="size-4.5" />} onClick={onAgain}>
          {m.again}
        </Button>
        <Button variant="ghost" onClick={() => setPhase({ name: 'form' })}>
          {m.edit}
        </Button>
      </div>
    </div>
  )
}
