/** The recipe: six lines of it, the rest when asked for; then what the author says about the picture. */
import Copy from 'lucide-react/icons/copy'
import { useLayoutEffect, useRef, useState } from 'react'

import { piecesOf } from '#entities/comment/words.ts'
import { hiddenWords } from '#entities/post/hidden-words.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { TranslatedPrompt } from '#entities/prompt/TranslatedPrompt.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'

import type { PagePost } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'
import { HiddenPrompt } from './hidden/HiddenPrompt.tsx'

export function PostPrompt({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const { copyPrompt } = usePostActions(post)
  const lang = post.details?.lang ?? post.details?.readLang ?? undefined
  return (
    <>
      <section aria-label={m.promptTitle} className="flex items-start gap-1">
        {post.prompt === hiddenWords ? (
          <HiddenPrompt post={post} />
        ) : (
          <>
            <Folded key={post.id} text={post.prompt} lang={lang} isHeadline={post.title === null} />
            <IconButton
              size="sm"
              label={m.copyPrompt}
              icon={<Copy aria-hidden="true" className="size-4.5" />}
              onClick={copyPrompt}
            />
          </>
        )}
      </section>
      {post.details?.translation && <TranslatedPrompt translation={post.details.translation} />}
      {post.description !== null && (
        <p lang={lang} dir="auto" className="text-text-2 [overflow-wrap:anywhere] whitespace-pre-line">
          {piecesOf(post.description).map(({ text, mention }, place) =>
            mention === null ? (
              text
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text keep their order
              <Link key={place} to="/profile/$handle" params={{ handle: mention }} className="link">
                {text}
              </Link>
            ),
          )}
        </p>
      )}
    </>
  )
}

interface FoldedProps {
  text: string
  lang: string | undefined
  /** Where there is no title, the words are it. */
  isHeadline: boolean
}

function Folded({ text, lang, isHeadline }: FoldedProps) {
  const m = useMessages(postScreenMessages)
  const words = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {}
    setLong(scrollHeight > clientHeight + 1)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- measured again with other words
  }, [text])
  return (
    <div className="min-w-0 flex-1">
      <p
        ref={words}
        lang={lang}
        dir="auto"
        className={`prompt ${isHeadline ? 'text-xl leading-snug font-medium' : ''} ${isOpen ? '' : 'line-clamp-6'}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-9 text-sm font-semibold underline underline-offset-3"
        >
          {isOpen ? m.fold : m.unfold}
        </button>
      )}
    </div>
  )
}
