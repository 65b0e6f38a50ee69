import type { ModeratedContent, ModeratedPerson, SaidConsent } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { Picture } from '#entities/image/Picture.tsx'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { moderationMessages } from './moderation.i18n.ts'

export interface CaseContentProps {
  kind: string
  targetId: string
  content: ModeratedContent | null
  subject: ModeratedPerson | null
}

/** What it is about: whose, its words and its picture, which is shown when it is pressed. */
export function CaseContent({ kind, targetId, content, subject }: CaseContentProps) {
  const m = useMessages(moderationMessages)
  const post = kind === 'post' ? targetId : content?.post_id
  return (
    <div className="grid gap-2">
      {subject && <Whose subject={subject} />}
      {content && (kind === 'message' ? <ShownMessage id={targetId} content={content} /> : <Words content={content} />)}
      {kind === 'post' && content?.image_url && <Shown content={content} url={content.image_url} />}
      {content?.consents?.map((said) => (
        <Consent key={`${said.shows} ${said.said_at} ${said.is_inherited}`} said={said} />
      ))}
      {post && (
        <Link to="/post/$id" params={{ id: post }} className="link text-sm">
          {m.post}
        </Link>
      )}
    </div>
  )
}

/** What whoever brought a photograph said of who is in it. */
function Consent({ said: { shows, said_at: at, is_inherited: isInherited } }: { said: SaidConsent }) {
  const m = useMessages(moderationMessages)
  const words = { nobody: m.showsNobody, me: m.showsMe, agreed: m.showsAgreed, unsaid: m.showsUnsaid }
  return (
    <p className="text-sm text-text-2">
      {isInherited ? m.ofSource : m.ofPhoto} {words[shows]}
      {at !== null && ` · ${formatAgo(at)}`}
    </p>
  )
}

function Whose({ subject }: { subject: ModeratedPerson }) {
  return (
    <p className="text-sm">
      <Link to="/profile/$handle" params={{ handle: subject.id }} className="link font-semibold">
        <bdi>{subject.display_name}</bdi>
      </Link>{' '}
      {subject.username && <span className="text-text-3">@{subject.username}</span>}
      {subject.status !== 'active' && <span className="text-danger-text"> · {subject.status}</span>}
    </p>
  )
}

function Words({ content: { text, description, terms } }: { content: ModeratedContent }) {
  return (
    <>
      {text && <p className="prompt line-clamp-6 wrap-anywhere">{text}</p>}
      {description && <p className="line-clamp-4 text-sm wrap-anywhere">{description}</p>}
      {terms && terms.length > 0 && <p className="text-sm text-text-3">{terms.join(', ')}</p>}
    </>
  )
}

function Shown({
  content: { text, width, height, thumbhash, more_images: more },
  url,
}: {
  content: ModeratedContent
  url: string
}) {
  const m = useMessages(moderationMessages)
  const image = { url, width: width ?? 1024, height: height ?? 1024, thumbhash: thumbhash ?? null }
  return (
    <details className="w-fit">
      <summary className="link min-h-8 cursor-pointer text-sm">{m.see}</summary>
      {[image, ...(more ?? [])].map((one) => (
        <Picture
          key={one.url}
          image={one}
          alt={text ?? ''}
          sizes="20rem"
          className="mt-2 w-80 max-w-full rounded-img"
        />
      ))}
    </details>
  )
}

/** A message as whoever reported it shows it, and whether its author signed it so: only then does it count against anybody. */
function ShownMessage({ id, content }: { id: string; content: ModeratedContent }) {
  const m = useMessages(moderationMessages)
  const { data: proof, isPending } = useQuery({
    queryKey: ['moderation', 'shown-message', id],
    queryFn: async () => {
      const { openDisclosed } = await import('#entities/message/disclose-message.ts')
      return openDisclosed(content)
    },
    staleTime: Infinity,
  })
  const isProved = proof?.isAsTold === true
  return (
    <>
      {content.text && <p className="prompt line-clamp-6 wrap-anywhere">{content.text}</p>}
      {!isPending && <Alert tone={isProved ? 'info' : 'danger'}>{isProved ? m.signed : m.unsigned}</Alert>}
    </>
  )
}
