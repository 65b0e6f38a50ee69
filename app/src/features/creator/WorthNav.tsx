import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

const worthMessages = defineMessages({
  fr: { worth: 'Ce que valent vos images', stats: 'Audience', earnings: 'Gains' },
  en: { worth: 'What your images are worth', stats: 'Audience', earnings: 'Earnings' },
})

const pages = ['stats', 'earnings'] as const

/** Between the two pages of what one's work is worth: who saw it, and what it earned. */
export function WorthNav({ present }: { present: (typeof pages)[number] }) {
  const m = useMessages(worthMessages)
  return (
    <nav aria-label={m.worth} className="flex gap-6 border-b border-line">
      {pages.map((page) => (
        <Link
          key={page}
          to={paths[page]}
          aria-current={page === present ? 'page' : undefined}
          className="inline-flex min-h-11.5 items-center text-sm font-medium text-text-3 hover:text-text aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2.5px_0_0_var(--accent)]"
        >
          {m[page]}
        </Link>
      ))}
    </nav>
  )
}
