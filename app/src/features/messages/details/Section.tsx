import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2.5">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}
