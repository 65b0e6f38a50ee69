import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, type ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { described, Field, inputClass, type FieldProps } from './TextField.tsx'

export interface SelectFieldProps extends FieldProps, ComponentProps<'select'> {
  options: readonly { value: string; label: string }[]
  hideLabel?: boolean
}

/** The device's own list: on a phone nothing is easier to use. */
export function SelectField({
  label,
  help,
  error,
  aside,
  hideLabel = false,
  options,
  className,
  ...rest
}: SelectFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} help={help} error={error} aside={aside} hideLabel={hideLabel}>
      <div className="relative">
        <select
          {...rest}
          {...described(id, { help, error })}
          className={classNames(inputClass, 'min-h-12 appearance-none pr-11 text-ellipsis', className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-text-3"
        />
      </div>
    </Field>
  )
}
