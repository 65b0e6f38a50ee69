import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

export interface FoldProps {
  /** One word. */
  title: string
  /** What is chosen inside, in one line: read without opening it. */
  facts: readonly (string | false)[]
  children: ReactNode
}

/** What most people never need, folded, with what is set shown on the fold. */
export function Fold({ title, facts, children }: FoldProps) {
  return (
    <details className="group min-w-0 rounded-md border border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-3.5 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <span className="flex-1 truncate text-right text-xs font-normal text-text-3">
          {facts.filter(Boolean).join(' · ')}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 flex-none transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4.5 px-3.5 pt-1 pb-4">{children}</div>
    </details>
  )
}
