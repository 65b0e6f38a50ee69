import Check from 'lucide-react/icons/check'
import { useState } from 'react'

import { switchAccount } from '#data/auth/go-on.ts'
import { readInlineConfig } from '#data/config.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import type { AccountFace } from '#entities/session/accounts/account-faces.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { accountsMessages } from './accounts.i18n.ts'

const storage = readInlineConfig()?.supabaseUrl ?? ''
const row = 'flex min-h-14 w-full items-center gap-3 rounded-md px-2.5 py-2 text-left'

export interface AccountRowProps {
  face: AccountFace
  isCurrent?: boolean
}

/** One of the accounts on this device: a tap goes on as them. */
export function AccountRow({ face, isCurrent = false }: AccountRowProps) {
  const m = useMessages(accountsMessages)
  const [isOpening, setIsOpening] = useState(false)
  if (isCurrent) {
    return (
      <div className={classNames(row, 'bg-surface-2')} aria-current="true">
        <Face face={face} />
        <span className="inline-flex items-center gap-1.5 text-xs text-text-2">
          <Check aria-hidden="true" className="size-4.5 text-accent-text" strokeWidth={2} />
          {m.current}
        </span>
      </div>
    )
  }
  const open = () => {
    setIsOpening(true)
    void switchAccount(face.id)
  }
  return (
    <button type="button" className={classNames(row, 'hover:bg-surface-2')} disabled={isOpening} onClick={open}>
      <Face face={face} />
      {isOpening && <span className="text-xs text-text-3">{m.switching}</span>}
    </button>
  )
}

function Face({ face: { id, name, handle, login, avatarUrl } }: { face: AccountFace }) {
  const below = handle ?? (login === name ? null : login)
  return (
    <>
      <Avatar id={id} src={avatarUrl && originalUrl(avatarUrl, storage)} size="lg" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold">{name}</span>
        {below && <span className="block truncate text-xs text-text-3">{below}</span>}
      </span>
    </>
  )
}
