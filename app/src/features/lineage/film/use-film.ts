/** Where a film of still pictures is, and whether it runs: a picture stays as long as its new words take to read. */
import { useEffect, useState } from 'react'

export interface FilmProps {
  count: number
  /** How long the picture at a place stays, in milliseconds; `null` while it is not there yet. */
  stayOf: (at: number) => number | null
  startsRunning: boolean
}

export interface Film {
  at: number
  isRunning: boolean
  isOver: boolean
  /** To a place, where it stands still. */
  go: (at: number) => void
  /** Runs or stops; from the beginning where it is over. */
  toggle: () => void
}

export function useFilm({ count, stayOf, startsRunning }: FilmProps): Film {
  const [at, setAt] = useState(0)
  const [wantsToRun, setWantsToRun] = useState(startsRunning)
  const isOver = at >= count - 1
  const isRunning = wantsToRun && !isOver
  const stay = stayOf(at)
  useEffect(() => {
    if (!isRunning || stay === null) return undefined
    const timer = setTimeout(() => setAt(at + 1), stay)
    return () => clearTimeout(timer)
  }, [at, isRunning, stay])
  const go = (place: number) => {
    setWantsToRun(false)
    setAt(Math.min(count - 1, Math.max(0, place)))
  }
  const toggle = () => {
    setWantsToRun(!isRunning)
    if (isOver) setAt(0)
  }
  return { at, isRunning, isOver, go, toggle }
}
