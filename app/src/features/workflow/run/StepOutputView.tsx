import type { StepKind, StepOutput } from '@product/contract'

import { Picture } from '#entities/image/Picture.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'

import { runMessages } from './run.i18n.ts'
import { storedImage } from './stored-image.ts'

/** What a step gave: words, small pictures, a publication. */
export function StepOutputView({ kind, output }: { kind: StepKind; output: StepOutput }) {
  const m = useMessages(runMessages)
  const { prompt, description, note, post_id: postId } = output
  const images = output.images ?? (output.image ? [output.image] : [])
  const words = kind === 'publish' || kind === 'choose' ? undefined : (description ?? prompt)
  return (
    <div className="grid gap-2.5">
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {images.map((image, place) => (
            <li key={image.url}>
              <Picture
                image={storedImage(image)}
                alt={`${prompt ?? m.results} (${place + 1})`}
                sizes="72px"
                className="aspect-square! size-18 rounded-img"
              />
            </li>
          ))}
        </ul>
      )}
      {words && <p className="prompt line-clamp-3 text-sm text-text-2">{words}</p>}
      {note && <p className="text-xs text-text-3">{note}</p>}
      {postId && (
        <Link to={paths.post} params={{ id: postId }} className={buttonClass({ variant: 'line' })}>
          {m.viewPost}
        </Link>
      )}
    </div>
  )
}
