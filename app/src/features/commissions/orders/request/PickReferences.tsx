import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo, useRef } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'

import { fileMessages } from '../files/files.i18n.ts'
import { requestMessages } from './request.i18n.ts'

const most = 3

export interface PickReferencesProps {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Pictures that say what words do not; they go with the request. */
export function PickReferences({ files, onChange }: PickReferencesProps) {
  const m = useMessages(requestMessages)
  const f = useMessages(fileMessages)
  const input = useRef<HTMLInputElement>(null)
  const shown = useMemo(() => files.map((file) => ({ file, url: URL.createObjectURL(file) })), [files])
  useEffect(() => () => shown.forEach(({ url }) => URL.revokeObjectURL(url)), [shown])
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.references}</legend>
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-2.5">
          {shown.map(({ file, url }) => (
            <li key={url} className="relative">
              <img src={url} alt={file.name} className="size-24 rounded-md object-cover" />
              <IconButton
                size="sm"
                variant="veil"
                className="absolute top-1 right-1"
                label={f.remove(file.name)}
                icon={<X aria-hidden="true" className="size-4.5" />}
                onClick={() => onChange(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length < most && (
        <Button
          variant="line"
          className="justify-self-start"
          icon={<ImagePlus aria-hidden="true" className="size-5" />}
          onClick={() => input.current?.click()}
        >
          {m.addReference}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp"
        aria-label={m.addReference}
        onChange={({ target }) => {
          onChange([...files, ...(target.files ?? [])].slice(0, most))
          target.value = ''
        }}
      />
      <p className="text-xs text-text-3">{m.referencesHelp}</p>
    </fieldset>
  )
}
