/** « Intégrer »: the picture and its link as code for another site. */
import { mediaAddress } from '#data/config.ts'
import { variantUrl } from '#entities/image/image-source.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { embedCode } from './embed-code.ts'
import { copyText } from './pass-on.ts'
import { postAddress } from './post-address.ts'
import { shareMessages } from './share.i18n.ts'

const pictureWidth = 960

export function EmbedView({ post }: { post: Post }) {
  const m = useMessages(shareMessages)
  const { image } = post
  const storage = mediaAddress() || location.origin
  const code = embedCode({
    address: postAddress(post.id),
    picture: variantUrl(image.url, Math.min(pictureWidth, image.width), storage),
    width: image.width,
    height: image.height,
    alt: post.altText,
    caption: `${post.title ?? m.imageOf(post.creator.displayName)} ${m.on('Cortexia')} · ${m.ai}`,
  })
  return (
    <div className="grid gap-3">
      <TextArea
        label={m.code}
        help={m.embedHelp}
        readOnly
        rows={7}
        value={code}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="font-mono text-xs"
      />
      <Button variant="primary" onClick={() => void copyText(code, { done: m.codeCopied, failed: m.copyFailed })}>
        {m.copyCode}
      </Button>
    </div>
  )
}
