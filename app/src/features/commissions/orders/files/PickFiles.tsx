import type { ReactElement } from 'react'
import { useRef } from 'react'

import { Button } from '#ui/button/Button.tsx'

export interface PickFilesProps {
  label: string
  icon: ReactElement
  /** As the browser takes it: types and endings. */
  accept: string
  busyLabel?: string | false
  onPick: (files: readonly File[]) => void
}

/** A button that asks the device for files. */
export function PickFiles({ label, icon, accept, busyLabel = false, onPick }: PickFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="line"
        className="justify-self-start"
        icon={icon}
        busyLabel={busyLabel}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}
