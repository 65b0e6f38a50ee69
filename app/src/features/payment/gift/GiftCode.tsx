import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'

import { useMessages } from '#i18n/messages.ts'
import { toHref, paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { giftMessages } from './gift.i18n.ts'

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const

/** A code to hand over: as people read it aloud, to be copied, or passed on as a link that fills it in. */
export function GiftCode({ code }: { code: string }) {
  const m = useMessages(giftMessages)
  const link = new URL(toHref({ to: paths.payment, search: { tab: 'gifts', gift_code: code } }), location.origin).href
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: done })
    } catch {
      toast({ title: m.notCopied, tone: 'danger' })
    }
  }
  // Somebody who closes the device's sheet has said no.
  const share = () =>
    'share' in navigator
      ? void navigator.share({ title: m.shareTitle, text: m.shareText, url: link }).catch(() => undefined)
      : void copy(link, m.linkCopied)
  return (
    <div className="grid gap-3 rounded-md bg-surface-2 p-4 text-center">
      <p className="text-sm text-text-2">{m.codeText}</p>
      <p className="num text-2xl tracking-wide" translate="no">
        {`${code.slice(0, 5)}-${code.slice(5)}`}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button icon={<Copy {...icon} />} onClick={() => void copy(code, m.codeCopied)}>
          {m.copyCode}
        </Button>
        <Button variant="primary" icon={<Share2 {...icon} />} onClick={share}>
          {m.shareLink}
        </Button>
      </div>
    </div>
  )
}
