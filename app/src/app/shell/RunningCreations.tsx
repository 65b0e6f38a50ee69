import { useEffect } from 'react'

import { CreationPill } from '#entities/generation/progress/CreationPill.tsx'
import { untilLoaded } from '#ui/lazy.ts'
import { tellHeight } from '#ui/screen/tell-height.ts'

/** A slow device that is never idle has its work followed all the same. */
const patienceMs = 1500
const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: patienceMs })
  else setTimeout(run, 500)
}

const tellPill = tellHeight('--pill-h')

export interface RunningCreationsProps {
  userId: string
  place: 'bar' | 'rail' | 'compact-rail'
}

const places = {
  rail: 'mt-3 w-full gap-1.5! px-2.5! text-xs!',
  'compact-rail': 'mt-3 w-full',
}

/** Finds again what is being made, once the page has come to rest, and shows that it is. */
export function RunningCreations({ userId, place }: RunningCreationsProps) {
  useEffect(() => {
    const load = () => import('#entities/generation/follow-creations.ts')
    whenIdle(() => void untilLoaded(load).then(({ followCreations }) => followCreations(userId)))
  }, [userId])
  if (place !== 'bar') return <CreationPill className={places[place]} compact={place === 'compact-rail'} />
  return (
    <div
      ref={tellPill}
      className="fixed bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom)+var(--foot-h,0px)+0.75rem)] left-1/2 z-(--z-bar) -translate-x-1/2"
    >
      <CreationPill className="w-max" />
    </div>
  )
}
