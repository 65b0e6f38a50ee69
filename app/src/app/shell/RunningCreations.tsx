import { useEffect } from 'react'

import { CreationPill } from '#entities/generation/CreationPill.tsx'
import { tellHeight } from '#ui/tell-height.ts'

const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500))

const tellPill = tellHeight('--pill-h')

export interface RunningCreationsProps {
  userId: string
  place: 'bar' | 'rail' | 'compact-rail'
}

const places = {
  rail: 'mt-3 w-full pr-3! text-left text-xs! leading-tight whitespace-normal!',
  'compact-rail': 'mt-3 w-full',
}

/** Finds again what is being made, once the page has come to rest, and shows that it is. */
export function RunningCreations({ userId, place }: RunningCreationsProps) {
  useEffect(() => {
    const follow = async () => (await import('#entities/generation/follow-creations.ts')).followCreations(userId)
    whenIdle(() => void follow().catch(() => undefined))
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
