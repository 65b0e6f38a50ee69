/** Under which words the picture was made, what became of the references, what was not understood; the rest is unfolded. */
import type { CreatedImage, Creation, Receipt } from '#entities/generation/creation.ts'
import { TechnicalDetails } from '#entities/image/TechnicalDetails.tsx'
import { TranslatedPrompt } from '#entities/prompt/TranslatedPrompt.tsx'
import { getLanguage } from '#i18n/language.ts'
import { frenchSpaces, useMessages } from '#i18n/messages.ts'

import { PlanReceipt } from '../plan/PlanReceipt.tsx'
import { influenceInWords, roleInWords } from '../references/influence.ts'
import { resultMessages } from './result.i18n.ts'

export function ResultFacts({ creation, image }: { creation: Creation; image: CreatedImage }) {
  const m = useMessages(resultMessages)
  const { engine, receipts, warnings, order } = creation
  return (
    <div className="grid gap-3">
      <p dir="auto" className="prompt">
        {order.prompt}
      </p>
      {order.translation && <TranslatedPrompt translation={order.translation} />}
      <PlanReceipt creation={creation} />
      {receipts.length > 0 && (
        <div className="grid gap-1 text-sm text-text-2">
          <p className="font-semibold text-text">{m.receipt}</p>
          <ul className="grid gap-1">
            {receipts.map((receipt) => (
              <ReceiptLine key={receipt.position} receipt={receipt} />
            ))}
          </ul>
        </div>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-sm text-text-3">
          {inWords(warning)}
        </p>
      ))}
      <TechnicalDetails engine={engine} size={image} seed={image.seed} />
    </div>
  )
}

/** The engines' own sentences come without no-break spaces. */
function inWords(text: string): string {
  return getLanguage() === 'fr' ? frenchSpaces(text) : text
}

function ReceiptLine({ receipt: { position, role, influence, used, note } }: { receipt: Receipt }) {
  const m = useMessages(resultMessages)
  if (used === null) return <li>{m.receiptUnknown(position)}</li>
  if (!used) return <li>{m.receiptUnused(position, note === null ? m.noReason : inWords(note))}</li>
  return (
    <li>
      {m.receiptUsed(position, roleInWords(role).toLowerCase(), influenceInWords(influence))}
      {note && <span className="text-text-3">{` · ${inWords(note)}`}</span>}
    </li>
  )
}
