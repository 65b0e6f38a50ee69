import { useMutation } from '@tanstack/react-query'

import { refreshOrder } from '#entities/commission/order/order-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { useBroughtPhotos } from './brought-photos.ts'
import { fileMessages, refusedFile } from './files.i18n.ts'
import { PickPhotos } from './PickPhotos.tsx'
import { sendFile } from './send-file.ts'

/** References that join an order which stands already; one that was not sent stays, to be sent again. */
export function SendReferences({ order, most, label }: { order: string; most: number; label: string }) {
  const m = useMessages(fileMessages)
  const brought = useBroughtPhotos(most)
  const { photos, isUnsaid, remove } = brought
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (const { file, shows } of photos) {
        await sendFile({ order, kind: 'reference', file, shows })
        remove(file)
      }
    },
    onSettled: () => refreshOrder(order),
  })
  return (
    <div className="grid gap-2">
      {/* What is on its way cannot be taken off any more. */}
      <fieldset disabled={isPending}>
        <PickPhotos brought={brought} most={most} label={label} />
      </fieldset>
      {photos.length > 0 && (
        <Button
          className="justify-self-start"
          disabled={isUnsaid}
          busyLabel={isPending && m.sending}
          onClick={() => mutate()}
        >
          {m.send(photos.length)}
        </Button>
      )}
      {error && <Alert tone="danger">{refusedFile(m, error)}</Alert>}
    </div>
  )
}
