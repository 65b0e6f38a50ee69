import type { CommissionFile } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import Paperclip from 'lucide-react/icons/paperclip'
import { useRef } from 'react'

import { refreshOrder } from '#entities/commission/order/order-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { fileMessages, refusedFile } from './files.i18n.ts'
import { sendFile } from './send-file.ts'

export const pictures = 'image/png,image/jpeg,image/webp'
const accepted = {
  sketch: pictures,
  evidence: `${pictures},application/pdf`,
  final: `${pictures},application/pdf,application/zip,.zip`,
} as const

export interface UploadButtonProps {
  order: string
  /** References are asked about first: `SendReferences`. */
  kind: keyof typeof accepted
  label: string
  onSent?: (file: CommissionFile) => void
}

/** Files of an order, one after the other: each is looked at before it is stored. */
export function UploadButton({ order, kind, label, onSent }: UploadButtonProps) {
  const m = useMessages(fileMessages)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        const sent = await sendFile({ order, kind, file })
        onSent?.(sent)
      }
    },
    onSettled: () => refreshOrder(order),
  })
  return (
    <div className="grid gap-2">
      <Button
        variant="line"
        className="justify-self-start"
        icon={<Paperclip aria-hidden="true" className="size-4.5" />}
        busyLabel={isPending && m.sending}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accepted[kind]}
        aria-label={label}
        onChange={({ target }) => {
          mutate([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {error && <Alert tone="danger">{refusedFile(m, error)}</Alert>}
    </div>
  )
}
