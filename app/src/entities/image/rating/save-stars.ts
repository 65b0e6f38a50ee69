import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { ratingMessages } from './rating.i18n.ts'

/** Since the page was loaded: fresh pictures have none before that. */
const given = new Map<string, number | null>()

export function starsGivenTo(imageId: string): number | null {
  return given.get(imageId) ?? null
}

/** How long a list waits for a save that does not end. */
const longestWait = 5000
let saving: Promise<void> = Promise.resolve()

/** Resolves when what was given so far is saved, refused or late: what is read before that does not know it. */
export function starsSaved(): Promise<void> {
  return saving
}

/** Whether the server has them now; a refusal is told. */
export function saveStars(imageId: string, stars: number | null): Promise<boolean> {
  const saved = save(imageId, stars)
  const late = new Promise((resolve) => setTimeout(resolve, longestWait))
  saving = Promise.all([saving, Promise.race([saved, late])]).then(() => undefined)
  return saved
}

async function save(imageId: string, stars: number | null): Promise<boolean> {
  try {
    unwrap(await (await supabase()).from('generation_images').update({ stars }).eq('id', imageId).select('id'))
    given.set(imageId, stars)
    return true
  } catch {
    toast({ title: currentMessages(ratingMessages).starsFailed, tone: 'danger' })
    return false
  }
}
