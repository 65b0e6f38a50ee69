import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type ComponentProps, type ReactNode } from 'react'

import { classNames } from '../class-names.ts'

export interface FieldProps {
  label: string
  /** Below the field; an error takes its place. */
  help?: ReactNode
  error?: string | null | undefined
  /** Right of the label: a link, a counter. */
  aside?: ReactNode
}

export const inputClass =
  'w-full rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-base placeholder:text-text-3 ' +
  'focus-visible:outline-offset-[-1px] aria-invalid:border-danger-text aria-invalid:shadow-[inset_0_0_0_1px_var(--danger-text)]'

export interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** A button inside the field, at its end. */
  inside?: ReactNode
}

export function TextField({
  label,
  help,
  error,
  aside,
  inside,
  className,
  'aria-invalid': isInvalid,
  ...rest
}: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} help={help} error={error} aside={aside}>
      <div className="relative">
        <input
          {...rest}
          {...described(id, { help, error })}
          {...(isInvalid && { 'aria-invalid': true })}
          className={classNames(inputClass, 'min-h-12', !!inside && 'pr-13', className)}
        />
        {inside && <div className="absolute top-0.5 right-0.5">{inside}</div>}
      </div>
    </Field>
  )
}

export interface TextAreaProps extends FieldProps, ComponentProps<'textarea'> {}

export function TextArea({ label, help, error, aside, className, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <Field id={id} label={label} help={help} error={error} aside={aside}>
      <textarea
        rows={3}
        {...rest}
        {...described(id, { help, error })}
        className={classNames(inputClass, 'resize-none leading-[1.45]', className)}
      />
    </Field>
  )
}

export function described(id: string, { help, error }: Pick<FieldProps, 'help' | 'error'>) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || help ? `${id}-note` : undefined,
  }
}

export interface FieldFrameProps extends FieldProps {
  id: string
  /** Where words beside the field already say it: the label is only read out. */
  hideLabel?: boolean
  children: ReactNode
}

/** Label above, help below, an error in the help's place. */
export function Field({ id, label, help, error, aside, hideLabel, children }: FieldFrameProps) {
  return (
    <div className={hideLabel ? 'grid' : 'grid gap-1.5'}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      {error ? (
        <p id={`${id}-note`} className="flex gap-1.5 text-xs font-medium text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-px size-3.75 flex-none" />
          {error}
        </p>
      ) : (
        help && (
          <p id={`${id}-note`} className="text-xs text-text-3">
            {help}
          </p>
        )
      )}
    </div>
  )
}
