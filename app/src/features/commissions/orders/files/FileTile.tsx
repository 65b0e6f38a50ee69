import type { CommissionFile } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import FileIcon from 'lucide-react/icons/file'
import X from 'lucide-react/icons/x'

import { callSignedIn } from '#data/call-signed-in.ts'
import { refreshOrder } from '#entities/commission/order/order-queries.ts'
import { signOrderFile, useOrderFile } from '#entities/commission/order/use-order-file.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { fileMessages } from './files.i18n.ts'

export interface FileTileProps {
  order: string
  file: CommissionFile
  /** What it shows, where its name does not say it. */
  alt?: string
  canRemove?: boolean
}

/** A file as far as whoever looks may see it: its picture or its preview, and the file itself where it is open. */
export function FileTile({ order, file, alt, canRemove = false }: FileTileProps) {
  const m = useMessages(fileMessages)
  const { id, name, path, entries, bytes, shows } = file
  const isPicture = file.type.startsWith('image/')
  const remove = useMutation({
    mutationFn: () => callSignedIn('remove_commission_file', { file: id }),
    onError: () => toast({ title: m.commission_state, tone: 'danger' }),
    onSettled: () => refreshOrder(order),
  })
  const download = useMutation({
    mutationFn: async () => {
      const href = await signOrderFile(path ?? '', name)
      Object.assign(document.createElement('a'), { href, download: name }).click()
    },
    onError: () => toast({ title: m.unread, tone: 'danger' }),
  })
  return (
    <li className="relative grid w-40 content-start gap-1.5">
      {isPicture ? <Picture file={file} alt={alt ?? name} /> : <Paper />}
      <p className="truncate text-xs font-medium" title={name}>
        {name}
      </p>
      <p className="text-xs text-text-3">{formatBytes(bytes)}</p>
      {shows !== null && <p className="text-xs text-text-3">{m[shows]}</p>}
      {entries !== null && (
        <p className="line-clamp-2 text-xs text-text-3 wrap-anywhere">{m.holds(entries.slice(0, 20).join(', '))}</p>
      )}
      <span className="absolute top-1 right-1 flex gap-1">
        {path !== null && (
          <IconButton
            size="sm"
            variant="veil"
            label={m.download(name)}
            icon={<Download aria-hidden="true" className="size-4.5" />}
            disabled={download.isPending}
            onClick={() => download.mutate()}
          />
        )}
        {canRemove && (
          <IconButton
            size="sm"
            variant="veil"
            label={m.remove(name)}
            icon={<X aria-hidden="true" className="size-4.5" />}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          />
        )}
      </span>
    </li>
  )
}

const frame = 'grid h-40 w-40 place-items-center overflow-hidden rounded-md bg-surface-2'

function Picture({ file, alt }: { file: CommissionFile; alt: string }) {
  const m = useMessages(fileMessages)
  const { data: url, isError } = useOrderFile(file.preview_path ?? file.path)
  if (url === undefined) {
    const words = file.state === 'making_preview' && file.path === null ? m.making : isError ? m.unread : ''
    return <span className={`${frame} p-2 text-center text-xs text-text-3`}>{words}</span>
  }
  return (
    <a href={url} target="_blank" rel="noopener" aria-label={m.open(alt)} className={frame}>
      <img src={url} alt={alt} loading="lazy" className="size-full object-cover" />
    </a>
  )
}

function Paper() {
  return (
    <span className={frame}>
      <FileIcon aria-hidden="true" className="size-12 text-text-3" strokeWidth={1.25} />
    </span>
  )
}
