/** Counts what the data saver spares, day by day, on this device. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { note } from '../device/note.ts'

interface Day {
  day: string
  bytes: number
}

const storageKey = 'cortexia.spared'
/** It lies in storage, and a day ends by itself: this says when to look again. */
const spared = createStore<object>()(() => ({}))
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
  return useStore(spared, () => read().bytes)
}

function add(bytes: number): void {
  const today = read()
  note(localStorage, storageKey, JSON.stringify({ ...today, bytes: Math.max(0, today.bytes + bytes) } satisfies Day))
  spared.setState({})
}

function read(): Day {
  const day = new Date().toDateString()
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '') as Day
    return kept.day === day ? kept : { day, bytes: 0 }
  } catch {
    return { day, bytes: 0 }
  }
}
