/** The look of an entry of the side navigation. */
export const railEntry =
  'nav-mark relative flex min-h-11 w-full items-center gap-3.5 rounded-md px-3.75 text-left text-[0.9375rem] font-medium ' +
  'text-text-2 hover:bg-surface-2 hover:text-text aria-[current=page]:bg-surface-2 aria-[current=page]:font-semibold ' +
  'aria-[current=page]:text-text'
