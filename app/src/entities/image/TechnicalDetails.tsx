/** « Détails techniques », folded: how a picture was made, for whoever wants to know. */
import { useMessages } from '#i18n/messages.ts'

import { engineName } from './engine-name.ts'
import { technicalMessages } from './technical.i18n.ts'

export interface TechnicalDetailsProps {
  engine: string | null
  mode?: string | null
  size?: { width: number; height: number }
  seed?: number | null
}

export function TechnicalDetails({ engine, mode = null, size, seed = null }: TechnicalDetailsProps) {
  const m = useMessages(technicalMessages)
  const facts = [
    [m.engine, engine === null ? null : engineName(engine)],
    [m.mode, mode],
    [m.size, size ? `${size.width}\u00a0×\u00a0${size.height}` : null],
    [m.seed, seed === null ? null : String(seed)],
  ].filter(([, value]) => value !== null)
  if (facts.length === 0) return null
  return (
    <details className="text-xs text-text-3">
      <summary className="min-h-6 w-fit cursor-pointer leading-6">{m.details}</summary>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-text-2 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
