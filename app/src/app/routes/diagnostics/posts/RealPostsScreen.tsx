import { useRef, useState } from 'react'

import { toPost, type PostRow } from '#entities/post/post.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { DiagnosticPage, Facts } from '../DiagnosticPage.tsx'
import { FeedCard } from './PostDisplayScreen.tsx'
import { postsMessages } from './posts.i18n.ts'
import { useRealPosts, useShowing } from './use-real-posts.ts'

/** `/test-real-posts`: the newest posts beside what the server sent, and what showing them has cost. */
export function RealPostsScreen() {
  const m = useMessages(postsMessages)
  const area = useRef<HTMLDivElement>(null)
  const { data, isError, isFetching, refetch } = useRealPosts()
  const { painted, picture, shift } = useShowing(area, data?.startedAt)
  const time = (ms: number | null) => (ms === null ? m.waiting : m.ms(ms))
  const size = (bytes: number | null) => (bytes === null ? m.waiting : formatBytes(bytes))
  const measures = data && { request: data.ms, bytes: data.bytes, unpacked: data.unpacked, painted, picture, shift }
  return (
    <DiagnosticPage
      path={paths.testRealPosts}
      intro={m.realIntro}
      report={() => ({ ...measures, cards: data?.rows.length })}
    >
      {isError && <Alert tone="danger">{m.failed}</Alert>}
      {data ? (
        <>
          <Facts
            title={m.measures}
            facts={[
              [m.request, m.ms(data.ms)],
              [m.bytes, size(data.bytes)],
              [m.unpacked, size(data.unpacked)],
              [m.painted, time(painted)],
              [m.picture, time(picture)],
              [m.shift, formatNumber(Math.round(shift * 1000) / 1000)],
              [m.cards, data.rows.length],
            ]}
          />
          <Button busyLabel={isFetching && m.waiting} onClick={() => void refetch()}>
            {m.again}
          </Button>
          {data.rows.length === 0 && <p className="mt-6">{m.nothing}</p>}
          <div ref={area} className="mt-6 grid gap-8">
            {data.rows.map((row, index) => (
              <Beside key={row.id} row={row} position={index + 1} />
            ))}
          </div>
        </>
      ) : (
        !isError && <Skeleton className="h-96 w-full" />
      )}
    </DiagnosticPage>
  )
}

/** A card, and the row that it is made of. */
function Beside({ row, position }: { row: PostRow; position: number }) {
  const m = useMessages(postsMessages)
  const [shown, setShown] = useState<HTMLImageElement | null>(null)
  return (
    <section
      className="grid items-start gap-4 md:grid-cols-[auto_minmax(0,1fr)]"
      onLoadCapture={({ target }) => target instanceof HTMLImageElement && target.srcset && setShown(target)}
    >
      <div className="max-md:-mx-(--gutter)">
        <FeedCard post={toPost(row)} position={position} />
      </div>
      <details className="min-w-0 text-sm" open={position === 1}>
        <summary className="min-h-11 py-2.5 text-text-2">
          {`${m.row(position)} · ${shown ? m.shown(shown.naturalWidth, shown.naturalHeight) : m.notShown}`}
        </summary>
        <pre className="rounded-md bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap">
          {JSON.stringify(row, null, 2)}
        </pre>
      </details>
    </section>
  )
}
