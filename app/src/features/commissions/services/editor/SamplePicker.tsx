/** Which of one's public pictures show what one makes: the newest, and whatever was chosen before. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { read } from '#data/wire.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { editorMessages } from './editor.i18n.ts'
import { fewestSamples, most } from './service-sheet.ts'

export interface SamplePickerProps {
  chosen: readonly string[]
  error: string | null
  onChange: (samples: readonly string[]) => void
}

const columns = 'id,title,prompt,image_url'

export function SamplePicker({ chosen, error, onChange }: SamplePickerProps) {
  const m = useMessages(editorMessages)
  const userId = useUserId()
  // What was chosen when the sheet was opened stands first; choosing moves nothing.
  const [first] = useState(chosen)
  const { data: posts } = useQuery({
    queryKey: ['services', 'samples', userId, first.join()],
    queryFn: async ({ signal }) => {
      const own = { creator_id: `eq.${userId}`, audience: 'eq.public', status: 'eq.published' } as const
      const among = { ...own, id: `in.(${first.join()})` }
      const [before, newest] = await Promise.all([
        first.length === 0 ? [] : read('feed_posts', columns, among, signal),
        read('feed_posts', columns, { ...own, order: 'created_at.desc,id.desc', limit: 60 }, signal),
      ])
      return [...before, ...newest.filter(({ id }) => !first.includes(id))]
    },
    enabled: userId !== null,
  })
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(0, most.samples))
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby="samples-note">
      <legend className="text-sm font-semibold">{m.samples}</legend>
      {!posts && <Skeleton className="h-24" />}
      {posts && posts.length < fewestSamples && (
        <div className="mt-1 grid justify-items-start gap-2 text-sm text-text-2">
          <p>{m.samplesFew}</p>
          <Button size="sm" variant="line" onClick={() => openModal('create')}>
            {m.create}
          </Button>
        </div>
      )}
      {posts && (
        <div className="mt-1 flex gap-2 overflow-x-auto pb-2">
          {posts.map(({ id, title, prompt, image_url: url }) => (
            <button
              key={id}
              type="button"
              aria-pressed={chosen.includes(id)}
              aria-label={title || prompt || m.untitled}
              disabled={chosen.length >= most.samples && !chosen.includes(id)}
              onClick={() => toggle(id)}
              className="flex-none rounded-md border-2 border-transparent p-0.5 disabled:opacity-40 aria-pressed:border-accent"
            >
              <img src={url} alt="" loading="lazy" className="size-20 rounded-sm object-cover" />
            </button>
          ))}
        </div>
      )}
      <p id="samples-note" className={error ? 'text-xs font-medium text-danger-text' : 'text-xs text-text-3'}>
        {error ?? m.samplesHelp(chosen.length)}
      </p>
    </fieldset>
  )
}
