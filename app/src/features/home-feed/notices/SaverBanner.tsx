import { useSparedToday } from '#data/reach/data-saver.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'

import { noticeMessages } from './notices.i18n.ts'

/** That data is being saved, how much it came to, and where to change it. */
export function SaverBanner() {
  const m = useMessages(noticeMessages)
  const spared = useSparedToday()
  return (
    <div className="flex h-19 items-center gap-3 bg-info-soft px-(--gutter) text-on-info-soft md:px-6 lg:px-8">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{m.saverTitle}</p>
        <p className="line-clamp-2 text-xs">{spared > 0 ? m.saverText(formatBytes(spared)) : m.saverTextNew}</p>
      </div>
      <Link to="/settings" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} text-inherit!`}>
        {m.adjust}
      </Link>
    </div>
  )
}
