/** The look of an entry of the side navigation. */
export const railEntry =
  'nav-mark relative flex min-h-11 w-full items-center gap-3.5 rounded-md px-3.75 text-left text-[0.9375rem] font-medium ' +
  'text-text-2 hover:bg-surface-2 hover:text-text aria-[current]:bg-surface-2 aria-[current]:font-semibold ' +
  'aria-[current]:text-text'
