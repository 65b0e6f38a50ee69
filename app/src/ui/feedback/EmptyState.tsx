import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** Absent where the line says it all. */
  title?: string
  text: string
  /** `h1` where it is all that the screen has. */
  heading?: 'h1' | 'h2'
  /** One action. */
  action?: ReactNode
}

/** One small drawing (the dashed losange is what is missing), one line of fact, one action. */
export function EmptyState({ title, text, heading: Heading = 'h2', action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
      <svg viewBox="0 0 144 96" aria-hidden="true" className="mb-3 w-36">
        <path d="M0 72H144M0 78H144" stroke="var(--line)" strokeWidth="2" />
        <path d="M48 20 76 48 48 76 20 48Z" fill="var(--nuit-500)" />
        <path d="M48 36 60 48 48 60 36 48Z" fill="var(--bg)" />
        <path
          d="M96 20 124 48 96 76 68 48Z"
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="1.5"
          strokeDasharray="4 4"
        />
        <path d="M96 36 108 48 96 60 84 48Z" fill="var(--mark-spark)" />
      </svg>
      {title !== undefined && <Heading className="text-lg">{title}</Heading>}
      <p className={`max-w-104 ${title === undefined ? 'text-text-2' : 'text-text-3'}`}>{text}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
