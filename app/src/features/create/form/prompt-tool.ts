/** How the tools under the description look. */
export const tool =
  'inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-xs font-medium text-text-2 hover:bg-surface-2'
export const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const
