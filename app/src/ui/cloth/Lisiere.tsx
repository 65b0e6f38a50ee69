import { useId } from 'react'

/** The selvedge strip. Never twice on one screen, never around a picture. */
export function Lisiere({ className = '' }: { className?: string }) {
  const id = useId()
  return (
    <svg aria-hidden="true" className={`block h-3 w-full bg-[var(--nuit-800)] dark:bg-[var(--nuit-900)] ${className}`}>
      <pattern id={id} width="24" height="12" patternUnits="userSpaceOnUse">
        <path fill="var(--mark-spark)" d="M12 1.5 16.5 6 12 10.5 7.5 6Z" />
        <path fill="var(--credit)" d="M0 0 6 6 0 12ZM24 0 18 6 24 12Z" />
      </pattern>
      <rect width="100%" height="12" fill={`url(#${id})`} />
    </svg>
  )
}
