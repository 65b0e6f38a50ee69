/** `?modal=edit-post&post={id}`: what an author may change after publishing. The picture itself stays. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { hasOwnAlt } from '#entities/post/images/own-alt.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { toast } from '#ui/toast/toast.ts'

import { pageQueries, type PagePost } from '../page-queries.ts'
import { editMessages } from './edit.i18n.ts'
import { EditFields } from './EditFields.tsx'
import { savePost, type EditedPost } from './post-mutations.ts'

export function EditPostDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(editMessages)
  const { post: id = '' } = useModalSearch()
  const userId = useUserId()
  const { data: post, isError, error, refetch } = useQuery(pageQueries.post(id, userId))
  if (post?.details && post.creator.id === userId) return <EditForm post={post} onClose={onClose} />
  const isAbsent = post !== undefined || (error instanceof DataError && error.status === 404)
  return (
    <Dialog title={m.title} onClose={onClose} size="md">
      {isAbsent && <Alert tone="danger">{m.notMine}</Alert>}
      {isError && !isAbsent && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {m.retry}
            </Button>
          }
        >
          {m.loadFailed}
        </Alert>
      )}
      {!isAbsent && !isError && <ScreenSpinner />}
    </Dialog>
  )
}

function EditForm({ post, onClose }: { post: PagePost; onClose: () => void }) {
  const m = useMessages(editMessages)
  const [edited, setEdited] = useState(() => editedFrom(post))
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (next: Partial<EditedPost>) => setEdited((before) => ({ ...before, ...next }))
  const problems = new Map([
    ['not_found', m.notMine],
    ['rating_set_by_staff', m.ratedByStaff],
  ])
  const save = async () => {
    setSaving(true)
    setProblem(null)
    try {
      await savePost(post.id, edited)
      toast({ title: m.saved })
      onClose()
    } catch (error) {
      const hint = error instanceof DataError ? error.hint : undefined
      const pace = explainPace(error)
      setProblem(pace === null ? (problems.get(hint ?? '') ?? m.failed) : `${pace} ${m.textStays}`)
      setSaving(false)
    }
  }
  const footer = (
    <Button variant="primary" size="lg" wide busyLabel={isSaving && m.saving} onClick={() => void save()}>
      {m.save}
    </Button>
  )
  return (
    <Dialog title={m.title} onClose={onClose} size="md" footer={footer}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of every form of the app */}
      <form
        className="grid gap-4.5"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void save()}
      >
        {problem !== null && <Alert tone="danger">{problem}</Alert>}
        <EditFields post={post} edited={edited} onChange={change} />
      </form>
    </Dialog>
  )
}

const usualDetails = {
  license: 'perso',
  lang: null,
  promptVisible: true,
  promptOnRequest: false,
  remixAllowed: true,
} as const

function editedFrom(post: PagePost): EditedPost {
  const details = post.details ?? usualDetails
  return {
    title: post.title ?? '',
    description: post.description ?? '',
    hashtags: post.hashtags,
    // Without words of its own the picture is described by its prompt.
    altText: hasOwnAlt(post) ? post.altText : '',
    visibility: post.visibility,
    commentsPolicy: post.commentsPolicy,
    license: details.license,
    lang: details.lang ?? '',
    promptVisible: details.promptVisible,
    promptOnRequest: details.promptOnRequest,
    remixAllowed: details.remixAllowed,
    rating: post.rating,
  }
}
