/** Counts what the data saver spares, day by day, on this device. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

interface Day {
  day: string
  bytes: number
}

const storageKey = 'cortexia.spared'
const spared = createStore<Day>()(read)
/** What this visit has already counted: a picture is spared once. */
const counted = new Map<string, number>()

export function noteSpared(picture: string, bytes: number): void {
  if (counted.has(picture)) return
  counted.set(picture, bytes)
  add(bytes)
}

/** It was loaded after all. */
export function noteLoaded(picture: string): void {
  add(-(counted.get(picture) ?? 0))
  counted.set(picture, 0)
}

/** In bytes. */
export function useSparedToday(): number {
  return useStore(spared, ({ day, bytes }) => (day === today() ? bytes : 0))
}

function add(bytes: number): void {
  const before = read()
  const next: Day = { ...before, bytes: Math.max(0, before.bytes + bytes) }
  localStorage.setItem(storageKey, JSON.stringify(next))
  spared.setState(next)
}

function read(): Day {
  const day = today()
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '') as Day
    return kept.day === day ? kept : { day, bytes: 0 }
  } catch {
    return { day, bytes: 0 }
  }
}

function today(): string {
  return new Date().toDateString()
}
