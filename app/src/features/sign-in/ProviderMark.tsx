const googleMark =
  'M21.6 12.23c0-.68-.06-1.36-.18-2H12v3.86h5.4a4.62 4.62 0 0 1-2 3.02v2.5h3.23c1.89-1.74 2.97-4.3 2.97-7.38Z' +
  'M12 22c2.7 0 4.96-.89 6.62-2.4l-3.23-2.5c-.9.6-2.04.95-3.39.95-2.6 0-4.81-1.76-5.6-4.13H3.06v2.59A10 10 0 0 0 12 22Z' +
  'M6.4 13.92a6 6 0 0 1 0-3.84V7.49H3.06a10 10 0 0 0 0 9.02l3.34-2.59Z' +
  'M12 5.95c1.47 0 2.79.5 3.82 1.5l2.87-2.87A9.96 9.96 0 0 0 3.06 7.49l3.34 2.59C7.19 7.71 9.4 5.95 12 5.95Z'

/** Google's mark as our design has it, any other provider's initial in a square. */
export function ProviderMark({ provider }: { provider: string }) {
  if (provider === 'google') {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5">
        <path fill="currentColor" d={googleMark} />
      </svg>
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-5.5 place-items-center rounded-xs bg-surface-3 text-[0.8125rem] leading-none font-bold uppercase"
    >
      {provider.charAt(0)}
    </span>
  )
}
