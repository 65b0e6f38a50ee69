/** The losange whose right corner is cut out: a C, and a picture with one piece replaced. */
export function Logo({ className = 'size-7.5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      <path
        fill="var(--mark)"
        d="M32 2.3 50.74 21.04 41.9 29.88 32 19.98 19.98 32 32 44.02 41.9 34.12 50.74 42.96 32 61.7 2.3 32Z"
      />
      <path fill="var(--mark-spark)" d="M52.86 23.16 61.7 32 52.86 40.84 44.02 32Z" />
    </svg>
  )
}

/** Logo and name, whole beside credits and bell on the narrowest phone with the largest letters. */
export function Wordmark({ className = '' }: { className?: string }) {
  return (
    <span className={`display inline-flex items-center gap-2.25 text-[min(1.5rem,8vw)] leading-none ${className}`}>
      <Logo />
      Cortexia
    </span>
  )
}
