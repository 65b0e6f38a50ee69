import { useMutation } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'

import { supabase } from '#data/supabase.ts'
import type { Payment } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import type { ButtonLook } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { receiptMessages } from './receipt.i18n.ts'

export interface ReceiptButtonProps {
  payment: Pick<Payment, 'receipt_id' | 'receipt_number'>
  look?: ButtonLook
  className?: string
}

/** The receipt as a file, where it is numbered already: that takes a moment after a payment. */
export function ReceiptButton({
  payment: { receipt_id: id, receipt_number: number },
  look,
  className,
}: ReceiptButtonProps) {
  const m = useMessages(receiptMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchReceipt(id ?? ''), `${number}.pdf`),
    onError: () => toast({ title: m.failed, tone: 'danger' }),
  })
  if (id === null) return null
  return (
    <Button
      variant="ghost"
      {...look}
      {...(className !== undefined && { className })}
      icon={<FileText aria-hidden="true" className="size-4.5" />}
      busyLabel={isPending && m.busy}
      onClick={() => mutate()}
    >
      {m.receipt}
    </Button>
  )
}

async function fetchReceipt(id: string): Promise<Blob> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<Blob>(`payment-receipt/${id}.pdf`, { method: 'GET' })
  if (error !== null) throw error
  if (!(data instanceof Blob)) throw new Error('The receipt is no file')
  return data
}
