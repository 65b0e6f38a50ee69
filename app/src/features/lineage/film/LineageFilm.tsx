/** The way from the first picture to one that came of it, as a film: each picture with the words that changed. */
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import { useEffect, useEffectEvent, useState } from 'react'

import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import type { WayStep } from '#entities/lineage/lineage.ts'
import { wordChanges } from '#entities/prompt/word-changes.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { isMotionReduced } from '#ui/display/motion.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'

import { ChangedWords } from '../ChangedWords.tsx'
import { FilmStage, type Arrival } from './FilmStage.tsx'
import { useFilm, type Film } from './use-film.ts'

const shortestStay = 2_400
const longestStay = 7_000
const stayPerWord = 160

export function LineageFilm({ way }: { way: readonly WayStep[] }) {
  const isSaving = useDataSaver()
  const [arrivals, setArrivals] = useState<ReadonlyMap<string, Arrival>>(new Map())
  const film = useFilm({
    count: way.length,
    stayOf: (at) => (arrivals.has(way[at]?.id ?? '') ? stayFor(way[at]) : null),
    startsRunning: !isSaving && !isMotionReduced(),
  })
  const { at, go, toggle } = film
  const step = way[at]
  useFilmKeys({ ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), ' ': toggle })
  if (!step) return null
  return (
    <div className="grid gap-4 md:h-full md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[minmax(0,1fr)_auto]">
      <FilmStage
        way={way}
        at={at}
        isSaving={isSaving}
        arrivals={arrivals}
        onArrival={(id, arrival) => setArrivals((known) => new Map(known).set(id, arrival))}
        onTap={toggle}
        onSwipe={(by) => go(at + by)}
      />
      <Controls film={film} count={way.length} />
      <Caption step={step} place={at + 1} count={way.length} />
    </div>
  )
}

function Controls({ film, count }: { film: Film; count: number }) {
  const m = useMessages(lineageMessages)
  const { at, isRunning, isOver, go, toggle } = film
  const icon = { 'aria-hidden': true, className: 'size-5' } as const
  const [label, sign] = isRunning
    ? [m.pause, <Pause key="pause" {...icon} />]
    : isOver
      ? [m.again, <RotateCcw key="again" {...icon} />]
      : [m.play, <Play key="play" {...icon} />]
  return (
    <div className="flex items-center gap-1 md:row-start-2">
      <IconButton label={m.previous} icon={<SkipBack {...icon} />} disabled={at === 0} onClick={() => go(at - 1)} />
      <Button variant="primary" icon={sign} onClick={toggle} data-autofocus className="px-4">
        <span className="sr-only">{label}</span>
      </Button>
      <IconButton label={m.next} icon={<SkipForward {...icon} />} disabled={isOver} onClick={() => go(at + 1)} />
      <input
        type="range"
        min={1}
        max={count}
        value={at + 1}
        aria-label={m.film}
        aria-valuetext={m.step(at + 1, count)}
        onChange={(event) => go(event.target.valueAsNumber - 1)}
        className="h-11 min-w-0 flex-1 accent-accent"
      />
    </div>
  )
}

interface CaptionProps {
  step: WayStep
  place: number
  count: number
}

function Caption({ step: { id, post, before }, place, count }: CaptionProps) {
  const m = useMessages(lineageMessages)
  return (
    <div className="grid min-h-0 content-start gap-2 md:col-start-2 md:row-span-2 md:row-start-1 md:overflow-y-auto">
      <p role="status" className="text-xs text-text-3">
        {m.step(place, count)}
      </p>
      <p className="text-sm">
        <b className="font-semibold">{post.creatorName}</b>
        {post.username !== null && <span className="text-text-3">{` @${post.username}`}</span>}
      </p>
      <ChangedWords prompt={post.prompt} before={before?.prompt ?? null} />
      <Link
        to="/post/$id"
        params={{ id }}
        className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold underline underline-offset-3"
      >
        {m.open}
      </Link>
    </div>
  )
}

/** As long as what is new in its words takes to read. */
function stayFor(step: WayStep | undefined): number {
  const prompt = step?.post.prompt ?? ''
  const changes = wordChanges(step?.before?.prompt ?? '', prompt).filter(({ kind }) => kind !== 'same')
  const words = changes.reduce((total, { text }) => total + text.split(' ').length, 0)
  return Math.min(longestStay, shortestStay + words * stayPerWord)
}

/** A button or a field that has the focus keeps its keys. */
function useFilmKeys(acts: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.target instanceof Element && event.target.closest('input, a, [role=menu]')
    const isPressed = event.key === ' ' && event.target instanceof Element && event.target.closest('button')
    const act = acts[event.key]
    if (!act || isTaken || isPressed || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
