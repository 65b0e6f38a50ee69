import type { ReactNode } from 'react'

export interface SectionProps {
  title: string
  /** The way to the whole list, where there is more than is shown. */
  more: string | null
  onMore: () => void
  children: ReactNode
}

export function Section({ title, more, onMore, children }: SectionProps) {
  return (
    <section aria-label={title} className="mt-5">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3>{title}</h3>
        {more !== null && (
          <button type="button" className="link min-h-8 text-sm" onClick={onMore}>
            {more}
          </button>
        )}
      </div>
      {children}
    </section>
  )
}
