import { useMessages } from '#i18n/messages.ts'

import type { BroughtPhotos } from '../files/brought-photos.ts'
import { PickPhotos } from '../files/PickPhotos.tsx'
import { requestMessages } from './request.i18n.ts'

export const mostReferences = 3

export interface PickReferencesProps {
  brought: BroughtPhotos
  error: string | null
}

/** Pictures that say what words do not; they go with the request. */
export function PickReferences({ brought, error }: PickReferencesProps) {
  const m = useMessages(requestMessages)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.references}</legend>
      <PickPhotos brought={brought} most={mostReferences} label={m.addReference} />
      {error && (
        <p role="alert" className="text-xs font-medium text-danger-text">
          {error}
        </p>
      )}
      <p className="text-xs text-text-3">{m.referencesHelp}</p>
    </fieldset>
  )
}
