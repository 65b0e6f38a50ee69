/** A card over the page, above the navigation of phones and beside that of wide screens: what the app itself asks or tells. */
import { useId, type ReactNode } from 'react'

interface BannerCardProps {
  title: string
  children: ReactNode
}

export function BannerCard({ title, children }: BannerCardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="fixed inset-x-(--gutter) bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom)+var(--pill-h,0px)+0.75rem)] z-(--z-bar) rounded-lg border border-line bg-surface p-4 shadow-float md:right-auto md:bottom-6 md:left-[calc(var(--rail-compact-w)+1.5rem)] md:w-88 lg:left-[calc(var(--rail-w)+1.5rem)]"
    >
      <h2 id={titleId} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function BannerActions({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex gap-2 *:flex-1">{children}</div>
}
