/** Words that are not shown: for sale, to be asked for, opened to the reader already, or simply hidden. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { read } from '#data/wire.ts'
import { useMessages } from '#i18n/messages.ts'

import type { PagePost } from '../../page-queries.ts'
import { AskForPrompt } from './AskForPrompt.tsx'
import { hiddenMessages } from './hidden-prompt.i18n.ts'
import { promptQueries, usePromptNews } from './prompt-requests.ts'
import { PromptRequests } from './PromptRequests.tsx'
import { Unlock } from './Unlock.tsx'

export function HiddenPrompt({ post }: { post: PagePost }) {
  const userId = useUserId()
  const isOwn = userId === post.creator.id
  const isAskable = post.details?.promptOnRequest === true
  usePromptNews(isAskable ? userId : null)
  if (!isOwn) return <OthersPrompt postId={post.id} isAskable={isAskable} />
  return <OwnPrompt postId={post.id} isAskable={isAskable} />
}

interface PromptProps {
  postId: string
  isAskable: boolean
}

function OwnPrompt({ postId, isAskable }: PromptProps) {
  const m = useMessages(hiddenMessages)
  const { data: words } = useQuery(promptQueries.words(postId, useUserId(), true))
  return (
    <div className="grid min-w-0 flex-1 justify-items-start gap-2">
      {words && <Words text={words} isFresh={false} />}
      <p className="text-sm text-text-3">{m.hiddenByYou}</p>
      {isAskable && <PromptRequests postId={postId} />}
    </div>
  )
}

function OthersPrompt({ postId, isAskable }: PromptProps) {
  const m = useMessages(hiddenMessages)
  const userId = useUserId()
  const [isFresh, setFresh] = useState(false)
  const { data: request } = useQuery({
    ...promptQueries.mine(postId, userId ?? ''),
    enabled: userId !== null && isAskable,
  })
  const isShown = request?.is_shown === true
  const words = useQuery(promptQueries.words(postId, userId, isShown))
  const { data: price } = useQuery({
    queryKey: ['prompt-price', postId],
    queryFn: async ({ signal }) =>
      (await read('prompt_prices', 'credits', { post_id: `eq.${postId}` }, signal))[0]?.credits ?? null,
  })
  if (words.data)
    return (
      <div className="min-w-0 flex-1">
        <Words text={words.data} isFresh={isFresh} />
        <p className="mt-1 text-xs text-text-3">{isShown ? m.shownToYou : m.bought}</p>
      </div>
    )
  return (
    <div className="grid min-w-0 flex-1 justify-items-start gap-2">
      <p className="text-sm text-text-3">{m.hidden}</p>
      {price != null && userId !== null && <Unlock postId={postId} price={price} onDone={() => setFresh(true)} />}
      {isAskable && !isShown && !words.isLoading && <AskForPrompt postId={postId} onLeave={() => setFresh(true)} />}
    </div>
  )
}

/** What led to them is gone: whoever stood there goes on reading here. */
function Words({ text, isFresh }: { text: string; isFresh: boolean }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isFresh) words.current?.focus()
  }, [isFresh])
  return (
    <p ref={words} dir="auto" tabIndex={-1} className="prompt">
      {text}
    </p>
  )
}
