/** A workflow's picture: what it made; the cloth of its id where it has made none yet. */
import { mediaAddress } from '#data/config.ts'
import { variantUrl } from '#entities/image/image-source.ts'
import type { WorkflowFacts } from '#entities/workflow/workflow.ts'
import { Pagne } from '#ui/cloth/Pagne.tsx'

import poster from './covers/affiche-evenement.webp'
import comic from './covers/bande-dessinee.webp'
import card from './covers/carte-invitation.webp'
import product from './covers/fiche-produit.webp'
import wax from './covers/motif-wax.webp'
import portrait from './covers/portrait-stylise.webp'

export interface WorkflowCoverProps {
  workflow: Pick<WorkflowFacts, 'id' | 'slug' | 'cover_url'>
  className?: string
}

/** Of our own, painted from the words that their forms begin with (`npm run examples:paint`). */
const painted: Readonly<Record<string, string>> = {
  'affiche-evenement': poster,
  'motif-wax': wax,
  'portrait-stylise': portrait,
  'fiche-produit': product,
  'bande-dessinee': comic,
  'carte-invitation': card,
}

const storage = mediaAddress()

/** Decorative: the title always stands beside it. */
export function WorkflowCover({ workflow: { id, slug, cover_url: url }, className = '' }: WorkflowCoverProps) {
  const source = url ? variantUrl(url, 640, storage) : painted[slug ?? '']
  return (
    <span aria-hidden="true" className={`block overflow-hidden bg-skeleton ${className}`}>
      {source ? (
        <img src={source} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Pagne seed={id} className="h-full" />
      )}
    </span>
  )
}
