/** `?modal=post-history&post={id}`: what a publication said before each change, for everybody who sees it. */
import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { licenses } from '#entities/post/audience/license.ts'
import { hasOwnAlt } from '#entities/post/images/own-alt.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'

import { pageQueries, type PagePost, type PostEdit } from '../page-queries.ts'
import { editMessages } from './edit.i18n.ts'

type Field = keyof PostEdit['before']

const fields: readonly Field[] = ['title', 'description', 'hashtags', 'alt_text', 'lang', 'license']

export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(editMessages)
  const { post: id = '' } = useModalSearch()
  const { data: post } = useQuery(pageQueries.post(id, useUserId()))
  const { data: edits, isError, refetch } = useQuery(pageQueries.edits(id))
  return (
    <Dialog title={m.historyTitle} onClose={onClose}>
      {!edits && !isError && <ScreenSpinner />}
      {isError && !edits && (
        <p role="alert" className="flex items-center justify-between gap-3 text-text-2">
          {m.loadFailed}
          <Button size="sm" onClick={() => void refetch()}>
            {m.retry}
          </Button>
        </p>
      )}
      {edits?.length === 0 && <p className="text-text-2">{m.noChange}</p>}
      {edits && edits.length > 0 && (
        <ol className="grid gap-5">
          {post && <Version title={m.now} words={wordsNow(post, edits)} />}
          {edits.map((edit) => (
            <Version
              key={edit.id}
              title={m.before(`${formatDate(edit.created_at)}, ${formatTime(edit.created_at)}`)}
              words={edit.before}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Version({ title, words }: { title: string; words: PostEdit['before'] }) {
  const m = useMessages(editMessages)
  const names: Record<Field, string> = {
    title: m.fieldTitle,
    description: m.description,
    hashtags: m.fieldHashtags,
    alt_text: m.alt,
    lang: m.lang,
    license: m.license,
  }
  return (
    <li className="grid gap-2">
      <h3 className="text-sm">{title}</h3>
      <dl className="grid gap-2 border-l-2 border-line pl-3 text-sm">
        {fields
          .filter((field) => field in words)
          .map((field) => (
            <div key={field}>
              <dt className="text-xs text-text-3">{names[field]}</dt>
              <dd dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
                <Value field={field} text={words[field] ?? ''} />
              </dd>
            </div>
          ))}
      </dl>
    </li>
  )
}

function Value({ field, text }: { field: Field; text: string }) {
  const m = useMessages(editMessages)
  const license = field === 'license' ? licenses.find((known) => known === text) : undefined
  if (license) return m[license]
  if (text === '') return <em className="text-text-3">{m.empty}</em>
  if (field !== 'hashtags') return text
  return text
    .split(',')
    .map((tag) => `#${tag}`)
    .join(' ')
}

/** What it says now, of what has ever changed. */
function wordsNow(post: PagePost, edits: readonly PostEdit[]): PostEdit['before'] {
  const now: Required<PostEdit['before']> = {
    title: post.title,
    description: post.description,
    hashtags: post.hashtags.join(','),
    alt_text: hasOwnAlt(post) ? post.altText : null,
    lang: post.details?.lang ?? null,
    license: post.details?.license ?? null,
  }
  const changed = fields.filter((field) => edits.some(({ before }) => field in before))
  return Object.fromEntries(changed.map((field) => [field, now[field]]))
}
