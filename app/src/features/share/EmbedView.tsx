/** « Intégrer »: the publication as code for another site. */
import { readInlineConfig } from '#data/config.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { embedCode } from './embed-code.ts'
import { copyText } from './pass-on.ts'
import { postAddress } from './post-address.ts'
import { shareMessages } from './share.i18n.ts'

export function EmbedView({ post }: { post: Post }) {
  const m = useMessages(shareMessages)
  const { image } = post
  const server = readInlineConfig()?.supabaseUrl || location.origin
  const code = embedCode({
    frame: `${server}/functions/v1/link-preview?format=frame&url=${encodeURIComponent(postAddress(post.id))}`,
    width: image.width,
    height: image.height,
    title: `${post.title ?? m.imageOf(post.creator.displayName)} ${m.on('Cortexia')} · ${m.ai}`,
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
