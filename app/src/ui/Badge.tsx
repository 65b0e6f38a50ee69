const cap = 9

/** Unread count: the number, « 9+ » above nine, nothing at zero. `label` says the exact number. */
export function Badge({ count, label, className = '' }: { count: number; label: string; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      className={`h-4.5 min-w-4.5 rounded-full bg-badge px-1.25 text-center text-2xs leading-4.5 font-bold text-on-badge ${className}`}
    >
      <span aria-hidden="true">{count > cap ? `${cap}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
