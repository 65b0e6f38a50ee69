import type { CommissionFile } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import Paperclip from 'lucide-react/icons/paperclip'

import { refreshOrder } from '#entities/commission/order/order-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { fileMessages, refusedFile } from './files.i18n.ts'
import { PickFiles } from './PickFiles.tsx'
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
      <PickFiles
        label={label}
        icon={<Paperclip aria-hidden="true" className="size-4.5" />}
        accept={accepted[kind]}
        busyLabel={isPending && m.sending}
        onPick={mutate}
      />
      {error && <Alert tone="danger">{refusedFile(m, error)}</Alert>}
    </div>
  )
}
