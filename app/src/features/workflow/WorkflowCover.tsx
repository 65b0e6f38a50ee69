/** A workflow's picture; the cloth of its id where it has none. */
import { readInlineConfig } from '#data/config.ts'
import { variantUrl } from '#entities/image/image-source.ts'
import type { WorkflowFacts } from '#entities/workflow/workflow.ts'
import { Pagne } from '#ui/cloth/Pagne.tsx'

export interface WorkflowCoverProps {
  workflow: Pick<WorkflowFacts, 'id' | 'cover_url'>
  className?: string
}

const storage = readInlineConfig()?.supabaseUrl ?? ''

/** Decorative: the title always stands beside it. */
export function WorkflowCover({ workflow: { id, cover_url: url }, className = '' }: WorkflowCoverProps) {
  return (
    <span aria-hidden="true" className={`block overflow-hidden bg-skeleton ${className}`}>
      {url ? (
        <img
          src={variantUrl(url, 640, storage)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Pagne seed={id} className="h-full" />
      )}
    </span>
  )
}
