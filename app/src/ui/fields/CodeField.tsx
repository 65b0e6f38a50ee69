import { useEffect, useId, useRef, type ChangeEvent, type CSSProperties } from 'react'

import { classNames } from '../class-names.ts'

export interface CodeFieldProps {
  label: string
  digits?: number | undefined
  error?: string | null | undefined
  readOnly?: boolean
  /** Called once for each complete code, typed or pasted. */
  onComplete: (code: string) => void
}

/**
 * A one-time code: one field, drawn as boxes, so that pasting, autofill and screen readers work as in any field. It is
 * what its step is about, so it takes the focus when it appears.
 */
export function CodeField({ label, digits = 6, error, readOnly, onComplete }: CodeFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    field.value = field.value.replaceAll(/\D/gu, '').slice(0, digits)
    if (field.value.length === digits) onComplete(field.value)
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div
        className="code-boxes relative w-full"
        style={{ '--digits': digits, maxWidth: `${digits * 3.25}rem` } as CSSProperties}
      >
        <span aria-hidden="true" className="flex gap-2">
          {Array.from({ length: digits }, (_, index) => (
            <i
              key={index}
              className={classNames(
                'h-13 flex-1 rounded-md border bg-surface',
                error ? 'border-danger-text' : 'border-line-strong',
              )}
            />
          ))}
        </span>
        <input
          ref={input}
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={change}
          className="code-field absolute inset-y-0 left-0"
        />
      </div>
      {error && (
        <p id={`${id}-note`} className="text-xs font-medium text-danger-text">
          {error}
        </p>
      )}
    </div>
  )
}
