import { classNames } from '../class-names.ts'

type ButtonVariant = 'primary' | 'ink' | 'neutral' | 'line' | 'soft' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonLook {
  /** `primary` is latérite: one per view, for what creates, publishes or spends. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** Takes the whole width of its container. */
  wide?: boolean
}

const base =
  'inline-flex items-center justify-center gap-2 font-semibold leading-tight whitespace-nowrap select-none ' +
  'transition-[background-color,translate] duration-(--dur-2) active:translate-y-px ' +
  'disabled:bg-surface-2 disabled:text-text-3 disabled:shadow-none disabled:active:translate-y-0 ' +
  'aria-disabled:bg-surface-2 aria-disabled:text-text-3 aria-disabled:shadow-none'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  ink: 'bg-ink text-on-ink',
  neutral: 'bg-surface-2 text-text hover:bg-surface-3',
  line: 'text-text shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-surface-2',
  soft: 'bg-accent-soft text-on-accent-soft dark:bg-surface-2 dark:text-accent-text dark:hover:bg-surface-3',
  ghost: 'text-text hover:bg-surface-2',
  danger: 'text-danger-text shadow-[inset_0_0_0_1px_currentColor] hover:bg-danger-soft hover:text-on-danger-soft',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3.5 py-1.5 text-xs rounded-sm',
  md: 'min-h-(--tap) px-4.5 py-2 text-sm rounded-md',
  lg: 'min-h-13 px-6 py-2 text-base rounded-md',
}

/** The look of a button, for links: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'neutral', size = 'md', wide = false }: ButtonLook = {}): string {
  return classNames(base, variants[variant], sizes[size], wide && 'w-full')
}
