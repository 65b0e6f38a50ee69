import { useEffect, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useLinkPreviews } from '#entities/conversation/link-preview-switch.ts'
import { ownLinkIn, type LinkPreview } from '#entities/conversation/link-preview.ts'

import { makePreview } from './make-preview.ts'

export interface ShownPreview {
  preview: LinkPreview | null
  /** The message goes without it. */
  drop: () => void
}

/** What the first link of ours in the words leads to, where this device is to say so. */
export function useLinkPreview(text: string): ShownPreview {
  const isOn = useLinkPreviews()
  const userId = useUserId()
  const path = isOn ? ownLinkIn(text, location.origin) : null
  const [made, setMade] = useState<LinkPreview | null>(null)
  const [dropped, setDropped] = useState<string | null>(null)
  useEffect(() => {
    if (path === null || userId === null) return undefined
    let isWanted = true
    const show = async () => {
      const preview = await makePreview(path, userId)
      if (isWanted) setMade(preview)
    }
    void show()
    return () => {
      isWanted = false
    }
  }, [path, userId])
  const preview = path !== null && path !== dropped && made?.path === path ? made : null
  return { preview, drop: () => setDropped(path) }
}
