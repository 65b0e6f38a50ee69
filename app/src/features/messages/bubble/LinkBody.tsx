/** Where a link leads, as its sender saw it: all of it came with the message, and nothing is asked of anybody. */
import Link2 from 'lucide-react/icons/link-2'

import type { LinkPreview } from '#entities/conversation/link-preview.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

export function LinkBody({ preview: { path, title, about, picture } }: { preview: LinkPreview }) {
  const [, kind, id = ''] = path.split('/')
  return (
    <Link
      to={kind === 'post' ? '/post/$id' : paths.workflow}
      params={{ id }}
      className="flex w-68 max-w-full items-center gap-3 overflow-hidden rounded-t-[inherit] border border-line bg-surface p-2 pr-3 text-text"
    >
      <PreviewPicture picture={picture} />
      <span className="grid min-w-0 gap-0.5">
        <b className="line-clamp-2 text-sm leading-tight">{title}</b>
        {about !== '' && <span className="truncate text-xs text-text-3">{about}</span>}
      </span>
    </Link>
  )
}

export function PreviewPicture({ picture }: Pick<LinkPreview, 'picture'>) {
  if (picture !== null) return <img src={picture} alt="" className="size-14 flex-none rounded-img object-cover" />
  return (
    <span className="grid size-14 flex-none place-items-center rounded-img bg-surface-2 text-text-3">
      <Link2 aria-hidden="true" className="size-5" />
    </span>
  )
}
