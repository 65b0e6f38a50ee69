/** Format, size and what the file says, before a picture is saved. */
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useId, useState } from 'react'

import { formatBytes } from '#i18n/format-bytes.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'

import type { StoredImage } from '../image-source.ts'
import { downloadFormats, fetchStored, shapeImage, type DownloadFormat, type DownloadWish } from './download-image.ts'
import { downloadMessages } from './download.i18n.ts'

/** Of the longer side: to print, for screens, for a message. */
const sides = [2048, 1024, 512] as const

export interface DownloadDialogProps {
  image: StoredImage
  prompt: string
  download: (wish: DownloadWish) => void
  onClose: () => void
}

export function DownloadDialog({ image, prompt, download, onClose }: DownloadDialogProps) {
  const m = useMessages(downloadMessages)
  const [format, setFormat] = useState<DownloadFormat>('webp')
  const [side, setSide] = useState<number | null>(null)
  const [hasPrompt, setHasPrompt] = useState(false)
  const longer = Math.max(image.width, image.height)
  const offered = [null, ...sides.filter((one) => one < longer)]
  const said = hasPrompt ? prompt : null
  const weights = useWeights(image, format, offered)
  const name = useId()
  const save = () => {
    onClose()
    download({ format, side, prompt: said })
  }
  const footer = (
    <Button variant="primary" size="lg" wide icon={<Download aria-hidden="true" className="size-5" />} onClick={save}>
      {m.download}
    </Button>
  )
  return (
    <Dialog title={m.title} onClose={onClose} footer={footer}>
      <div className="grid gap-5">
        <SegmentedControl
          label={m.format}
          value={format}
          options={downloadFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={setFormat}
        />
        <div role="radiogroup" aria-label={m.size} className="grid overflow-hidden rounded-md border border-line">
          {offered.map((one, place) => (
            <label
              key={one}
              className="relative flex min-h-12 items-center gap-3 px-4 not-first:border-t not-first:border-line has-checked:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                checked={one === side}
                onChange={() => setSide(one)}
                className="size-4.5 flex-none accent-accent"
              />
              <span className="flex-1">
                <span className="block text-sm font-semibold">
                  {one === null ? m.original : m.side(formatNumber(one))}
                </span>
                <span className="num block text-xs text-text-3">{measures(image, one)}</span>
              </span>
              {/* Its own room before it is known: nothing moves. */}
              <span className="num min-w-16 text-right text-sm text-text-2">
                {weights?.[place] !== undefined && formatBytes(weights[place])}
              </span>
            </label>
          ))}
        </div>
        {prompt !== '' && (
          <ChoiceRow title={m.prompt} help={m.promptHelp} checked={hasPrompt} onChange={setHasPrompt} />
        )}
      </div>
    </Dialog>
  )
}

function measures({ width, height }: StoredImage, side: number | null): string {
  const share = side === null ? 1 : side / Math.max(width, height)
  return `${Math.round(width * share)} × ${Math.round(height * share)}`
}

/** What each would weigh, from the files themselves; unknown while they are made, or where the picture is out of reach. */
function useWeights(
  { url }: StoredImage,
  format: DownloadFormat,
  offered: readonly (number | null)[],
): readonly number[] | undefined {
  const stored = useQuery({ queryKey: ['download', url], queryFn: () => fetchStored(url), retry: false, gcTime: 0 })
  const { data } = useQuery({
    queryKey: ['download', url, format],
    queryFn: async () => {
      const weights: number[] = []
      // One after the other: a small device holds one large picture at a time.
      for (const side of offered) if (stored.data) weights.push((await shapeImage(stored.data, { format, side })).size)
      return weights
    },
    enabled: stored.data !== undefined,
    gcTime: 0,
    retry: false,
  })
  return data
}
