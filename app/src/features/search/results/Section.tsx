import type { ReactNode } from 'react'

export interface SectionProps {
  title: string
  /** The way to the whole list, where there is more than is shown. */
  more?: { label: string; onPress: () => void } | null
  children: ReactNode
}

/** One kind of what was found, under its name. */
export function Section({ title, more, children }: SectionProps) {
  return (
    <section aria-label={title} className="mt-5">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3>{title}</h3>
        {more && (
          <button type="button" className="link min-h-8 text-sm" onClick={more.onPress}>
            {more.label}
          </button>
        )}
      </div>
      {children}
    </section>
  )
}
